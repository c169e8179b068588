import type { PayeeView, PaymentMethod } from "../core/types"
import { classes } from "./classes"
import { Icon } from "./icons"
import { type Contact, useFatura } from "./provider"
import { Words } from "./words"

export type PayeeProps = {
  payee: PayeeView
  /** A card's statement names the store in its own way: it is shown for `card`. */
  method?: PaymentMethod
  /** Default: the contact of the `FaturaProvider`. */
  contact?: Contact
  className?: string
}

/** Who is paid, as the bank will name them before the shopper confirms, and whom to ask. */
export function Payee({ payee, method, contact: given, className }: PayeeProps) {
  const { texts, contact: usual } = useFatura()
  const contact = given ?? usual
  const statement = method === "card" ? payee.statement_descriptor : null
  if (!payee.name && !contact && !statement) return null
  return (
    <div className={classes("fatura", "fatura-payee", className)} data-testid="payee">
      {payee.name && (
        <div className="fatura-payee__who">
          <Icon name="bank" />
          <p>
            <span className="fatura-small">{texts.pay.payee}</span>
            <strong>{payee.name}</strong>
            {payee.document_masked && <span className="fatura-small">{payee.document_masked}</span>}
          </p>
        </div>
      )}
      {statement && <p className="fatura-small"><Words text={texts.pay.statement} values={{ name: statement }} /></p>}
      {contact && (
        <p className="fatura-small fatura-payee__contact" data-testid="payee-contact">
          {texts.pay.contact} {contact.href ? <a href={contact.href}>{contact.name}</a> : contact.name}
        </p>
      )}
    </div>
  )
}
