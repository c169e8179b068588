import type { Texts } from "../texts"
import type en from "../en/notices"

const texts: Texts<typeof en> = {}
export default texts
