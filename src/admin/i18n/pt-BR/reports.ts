import type { Texts } from "../texts"
import type en from "../en/reports"

const texts: Texts<typeof en> = {}
export default texts
