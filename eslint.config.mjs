import js from "@eslint/js"
import tseslint from "typescript-eslint"

const processEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "The environment is read in src/modules/fatura/options alone, so that there is one list of what can be set.",
}
const shoutedSwitch = {
  selector: "SwitchStatement",
  message: "Use an exhaustive Record: a new word of a vocabulary must not compile until it has its entry.",
}

const nodeGlobals = Object.fromEntries(
  ["process", "console", "Buffer", "URL", "fetch", "AbortSignal", "setTimeout", "clearTimeout", "setInterval", "clearInterval", "require", "module", "exports", "__dirname"].map((name) => [name, "readonly"]),
)

export default tseslint.config(
  { ignores: ["**/node_modules/", "**/.medusa/", ".demo/", ".test/", "**/dist/", "coverage/"] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-lines": ["error", { max: 350 }],
      // A mapping with many `??` counts high and reads easily.
      complexity: ["error", 20],
      "max-depth": ["error", 4],
      eqeqeq: ["error", "always"],
      "no-unused-vars": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "@typescript-eslint/no-explicit-any": "error",
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: {
      parserOptions: {
        project: ["tsconfig.json", "src/storefront/tsconfig.json", "integration-tests/tsconfig.json", "demo/storefront/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { arguments: false, attributes: false } }],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    rules: {
      "no-console": "error",
      "no-restricted-syntax": ["error", processEnv, shoutedSwitch],
    },
  },
  {
    // These read the environment as options are read, or are commands that people start; or look, as axios does, whether a proxy is set.
    files: ["src/modules/fatura/options/**/*.ts", "src/sandbox/**/*.ts", "src/cli/**/*.ts", "src/gateway/guarded-proxy.ts"],
    rules: { "no-restricted-syntax": ["error", shoutedSwitch] },
  },
  {
    files: ["src/sandbox/cli.ts", "src/cli/**/*.ts"],
    rules: { "no-console": "off" },
  },
  {
    files: ["src/**/__tests__/**"],
    // Tests look into foreign JSON as any client would.
    rules: { "no-restricted-syntax": "off", "max-lines": "off", "@typescript-eslint/no-explicit-any": "off" },
  },
  {
    // What a store prints has colours, and tests look through it. A suite is as long as what it covers.
    files: ["integration-tests/**"],
    rules: { "no-control-regex": "off", "max-lines": "off" },
  },
  {
    files: ["**/*.{js,cjs,mjs}"],
    languageOptions: { globals: nodeGlobals },
  },
  {
    files: ["**/*.{js,cjs}"],
    languageOptions: { sourceType: "commonjs" },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    // Each part of a page that is shown or not counts as a branch.
    files: ["**/*.tsx"],
    rules: { complexity: ["error", 30] },
  },
)
