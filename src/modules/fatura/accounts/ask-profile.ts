import { type AccountProfile, type Credentials, type EndpointOverrides, GatewayClient, type LookUpGate, type TokenStore } from "../../../gateway"

/** Nothing is kept of it: the credentials are not in use yet. */
const NO_TOKENS: TokenStore = { read: async () => null, renew: (_stale, fetch) => fetch() }
const NO_LOOK_UPS: LookUpGate = { enter: async () => undefined, blocked: async () => undefined, succeeded: async () => undefined }

/**
 * Whose credentials these are, by one `GET /auth`, before they take the place of others.
 * @throws GatewayError when the gateway does not tell
 */
export async function askProfile(credentials: Credentials, endpoints?: EndpointOverrides, forbidsAddress?: (ip: string) => boolean): Promise<AccountProfile> {
  const client = new GatewayClient({ credentials, endpoints, forbidsAddress, tokens: NO_TOKENS, lookUps: NO_LOOK_UPS })
  return (await client.auth()).account
}
