/**
 * SQL: staff have not changed an order within the time that a PIX code would have had. What they added to an order that
 * owed nothing is to be paid, by a code that its shopper can have, before the order counts as forsaken. A transfer to
 * another customer changes nothing of what is owed, and customers alone could keep stock by one after the other.
 * @param orderId of the order, as the query around it calls it; that query has the value `minutes`
 */
export function notChangedLately(orderId: string): string {
  return `not exists (
    select 1 from order_change change where change.order_id = ${orderId} and change.deleted_at is null and change.status = 'confirmed'
      and change.change_type is distinct from 'transfer' and change.confirmed_at > now() - make_interval(mins => :minutes))`
}
