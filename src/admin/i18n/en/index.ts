import common from "./common"
import invoices from "./invoices"
import notices from "./notices"
import order from "./order"
import problems from "./problems"
import reports from "./reports"
import settings from "./settings"

export default { ...common, invoices, notices, order, problems, reports, settings }
