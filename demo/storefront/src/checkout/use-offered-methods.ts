import { useShop } from "../app/shop-context"
import { type Loaded, useLoad } from "../ui/use-load"
import { CARD_PROVIDER, PAYMENT_METHODS, type PaymentMethod } from "./payment-methods"

export type OfferedMethods = Loaded<PaymentMethod[]> & { reload: () => void }

/** The methods that the region has and this shop can show. */
export function useOfferedMethods(): OfferedMethods {
  const { client, config } = useShop()
  return useLoad(async () => {
    const inRegion = new Set((await client.paymentProviders()).map((provider) => provider.id))
    const canShow = ({ providerId }: PaymentMethod) => providerId !== CARD_PROVIDER || config.tokenization !== undefined
    return PAYMENT_METHODS.filter((method) => inRegion.has(method.providerId) && canShow(method))
  })
}
