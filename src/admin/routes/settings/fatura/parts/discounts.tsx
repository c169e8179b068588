import { StatusBadge, Text } from "@medusajs/ui"
import { ConfirmButton } from "../../../../components/confirm-button"
import { Section } from "../../../../components/section"
import { TextLink } from "../../../../components/text-link"
import { useFormats } from "../../../../lib/formats"
import { useWrite } from "../../../../lib/use-api"
import { useTexts } from "../../../../lib/use-texts"
import type { Discount, DiscountState } from "./wire"

const COLORS: Record<DiscountState, "green" | "grey" | "orange"> = {
  given: "green",
  not_made: "grey",
  deleted: "orange",
  off: "orange",
  not_now: "orange",
  used_up: "orange",
  restricted: "orange",
  code_taken: "orange",
}

/** What can be mended from here; the rest is changed in the promotion itself. */
const CAN_BE_GIVEN_AGAIN: readonly DiscountState[] = ["deleted", "off"]

/** The discounts that the plugin's options give methods, and whether carts get them; nothing where there is none. */
export function Discounts({ discounts }: { discounts: Discount[] }) {
  const { t } = useTexts()
  return discounts.length ? (
    <Section title={t("settings.discounts.title")} flush>
      <ul className="divide-y">
        {discounts.map((discount) => (
          <DiscountRow key={discount.method} {...discount} />
        ))}
      </ul>
    </Section>
  ) : null
}

function DiscountRow({ method, state, wanted, given, code, promotion_id }: Discount) {
  const { t } = useTexts()
  const { money, number } = useFormats()
  const again = useWrite<{ discount: Discount }>({ done: t("settings.discounts.done") })
  const off = ({ type, value }: Discount["wanted"]) => (type === "percent" ? `${number(value)}%` : money(value))
  const isAsWanted = given !== null && given.type === wanted.type && given.value === wanted.value
  return (
    <li className="flex flex-col gap-y-2 px-6 py-4">
      <div className="flex flex-wrap items-center gap-2">
        <Text size="small" weight="plus">{t(`methods.${method}`)}</Text>
        <Text size="small">{t("settings.discounts.wanted", { off: off(wanted) })}</Text>
        <StatusBadge color={COLORS[state]}>{t(`settings.discounts.states.${state}`)}</StatusBadge>
        {promotion_id && <TextLink to={`/promotions/${promotion_id}`}>{code}</TextLink>}
      </div>
      {given && !isAsWanted && <Text size="small" className="text-ui-fg-subtle">{t("settings.discounts.other", { off: off(given) })}</Text>}
      {state !== "given" && <Text size="small" className="text-ui-fg-subtle max-w-[80ch]">{t(`settings.discounts.hints.${state}`, { code, interpolation: { escapeValue: false } })}</Text>}
      {CAN_BE_GIVEN_AGAIN.includes(state) && (
        <div>
          <ConfirmButton onConfirm={() => again.mutate({ path: `/settings/discounts/${method}` })} pending={again.isPending}>
            {t("settings.discounts.again")}
          </ConfirmButton>
        </div>
      )}
    </li>
  )
}
