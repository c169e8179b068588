import { takeTicketedNotice } from "../../../doors/notice-door"

/** `POST /hooks/fatura/:ticket`: the address given with each invoice. */
export const POST = takeTicketedNotice
