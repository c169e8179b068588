import type { Texts } from "../texts"
import type en from "../en/order"

const texts: Texts<typeof en> = {}
export default texts
