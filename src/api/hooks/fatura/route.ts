import { takePanelNotice } from "../../doors/notice-door"

/** `POST /hooks/fatura`: the address for the gateway's panel. */
export const POST = takePanelNotice
