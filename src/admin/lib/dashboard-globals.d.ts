/** Replaced by the dashboard's build (its `define`), which bundles this plugin's pages. */
declare const __BACKEND_URL__: string | undefined
declare const __BASE__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined
