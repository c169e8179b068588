import type { Texts } from "../texts"
import type en from "../en/invoices"

const texts: Texts<typeof en> = {}
export default texts
