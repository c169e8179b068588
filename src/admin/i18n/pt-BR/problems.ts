import type { Texts } from "../texts"
import type en from "../en/problems"

const texts: Texts<typeof en> = {}
export default texts
