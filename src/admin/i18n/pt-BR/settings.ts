import type { Texts } from "../texts"
import type en from "../en/settings"

const texts: Texts<typeof en> = {}
export default texts
