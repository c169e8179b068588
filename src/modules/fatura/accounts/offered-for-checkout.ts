import type { AccountProfile } from "../../../gateway"
import type { Account, AccountRegistry } from "./account-registry"

/** The account that a sales channel sells by, and what the gateway says of it. */
export type Offered = { account: Account | null; profile: AccountProfile | null }

/** Whose credentials the gateway refuses is not offered; where it says so only now, the channel is looked at again. */
export async function offeredForCheckout(accounts: AccountRegistry, salesChannelId: string | null): Promise<Offered> {
  const first = await accounts.offeredTo(salesChannelId, true)
  const profile = first && (await profileOf(first))
  if (!first || profile) {
    return { account: first, profile }
  }
  const account = await accounts.offeredTo(salesChannelId)
  return { account, profile: account && account.id !== first.id ? await profileOf(account) : null }
}

/** Fetched once a year; without it a card token could not be made. */
async function profileOf(account: Account): Promise<AccountProfile | null> {
  return account.tokens.kept(() => account.client.auth()).then((token) => token.account, () => null)
}
