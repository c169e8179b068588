import type { SensitiveChangeView } from "../../../../../api/doors/sensitive-changes"
import type { AccountView } from "../../../../../modules/fatura/accounts/account-view"
import type { ConnectionTest as Test } from "../../../../../modules/fatura/accounts/connection-test"
import type { DiscountView } from "../../../../../modules/fatura/discounts/discounts"
import type { Report as DoctorReport } from "../../../../../modules/fatura/doctor/doctor"
import type { Health as HealthOnServer } from "../../../../../modules/fatura/health/health"
import type { SelfTest } from "../../../../../modules/fatura/health/self-test"
import type { AuditAction, Changes } from "../../../../../modules/fatura/settings/audit"
import type { SettingsView } from "../../../../../modules/fatura/settings/settings-desk"
import type { Wire } from "../../../../lib/wire"

export type Account = Wire<AccountView>
export type SalesChannel = { id: string; name: string }
export type AccountPage = { accounts: Account[]; sales_channels: SalesChannel[] }
export type ConnectionTest = Wire<Test>
export type Health = Wire<HealthOnServer>
export type Checks = Wire<DoctorReport>
export type Discount = Wire<DiscountView>
export type DiscountState = DiscountView["state"]
export type { SelfTest, SettingsView }
export type HistoryEntry = { id: string; action: AuditAction; subject: string; actor: { id: string; email: string | null }; changes: Changes; created_at: string }
export type SensitiveChange = Omit<Wire<SensitiveChangeView>, "changes"> & { changes: Changes }
export type SensitiveChangePage = { sensitive_changes: SensitiveChange[]; count: number; next_cursor: string | null }
