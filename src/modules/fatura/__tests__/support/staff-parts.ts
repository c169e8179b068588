import { AccountDesk } from "../../accounts/account-desk"
import { AccountRegistry } from "../../accounts/account-registry"
import { AccountRows } from "../../accounts/account-rows"
import { AccountUndo } from "../../accounts/account-undo"
import { accountViews } from "../../accounts/account-view"
import type { Database } from "../../database"
import { readOptions } from "../../options/read-options"
import { Problems } from "../../problems/problems"
import { Audit } from "../../settings/audit"
import { Revision } from "../../settings/revision"
import { SensitiveChanges } from "../../settings/sensitive-changes"
import { Settings } from "../../settings/settings"
import { SettingsDesk } from "../../settings/settings-desk"
import { UndoDesk } from "../../settings/undo-desk"
import { ring, testKey } from "./rows"

/** What staff change accounts and settings by, in one process of the store. */
export function staffParts(db: Database, given: Record<string, unknown> = {}) {
  const options = readOptions({ backendUrl: "http://127.0.0.1:9", encryptionKey: testKey("first"), ...given }, {})
  const [revision, problems, audit, sensitive] = [new Revision(db), new Problems(db), new Audit(db), new SensitiveChanges(db, ring)]
  const parts = { db, ring, options, audit, sensitive, revision, problems, settings: new Settings(db, revision, options) }
  const desk = new AccountDesk(parts)
  const settingsDesk = new SettingsDesk(parts)
  return {
    ...parts,
    registry: new AccountRegistry(db, options, ring, problems, revision),
    desk,
    settingsDesk,
    undoDesk: new UndoDesk(sensitive, new AccountUndo(parts, desk), settingsDesk),
    views: async () => accountViews(await new AccountRows(db, ring).all(), { rows: new AccountRows(db, ring), options, keyMissing: false }),
  }
}
