import path from "node:path"
import { storeCommand } from "../../demo/lib/store"
import { dropDatabase } from "../../demo/lib/database"
import { logFolder, noGateway, testSecrets, testServer } from "./environment"
import { adminApi, httpClient, type HttpClient } from "./http"
import { startStore, type Store, type StoreOptions } from "./store"
import { cloneTemplate } from "./template"

/** A store that uses Medusa's roles (`featureFlags.rbac` and the module), with its owner and somebody who has one role. */
export type StoreWithRoles = { store: Store; owner: HttpClient; limited: HttpClient; limitedId: string; alsoMay: (policies: string[]) => Promise<HttpClient>; close: () => Promise<void> }

const someone = { email: "leitora@loja-ipe.example", password: "loja-ipe-leitura" }

/** @param policies all that the second user may do */
export async function startStoreWithRoles(policies: string[], options: StoreOptions = {}): Promise<StoreWithRoles> {
  const databaseUrl = await cloneTemplate(testServer())
  const env = { ...testSecrets, DATABASE_URL: databaseUrl, FATURA_BASE_URL: noGateway, FATURA_BACKEND_URL: "http://127.0.0.1:9000", STORE_RBAC: "true", STORE_WITHOUT_ADMIN: "true" }
  const run = { logFile: path.join(logFolder, "permissions.log"), env }
  await storeCommand("Migrating", ["db:migrate", "--execute-all-links"], run)
  await storeCommand("Adding a user", ["user", "-e", someone.email, "-p", someone.password], run)
  const store = await startStore({ ...options, databaseUrl, env: { ...options.env, STORE_RBAC: "true" } })
  const close = async () => {
    await store.close()
    await dropDatabase(databaseUrl)
  }
  try {
    const owner = await adminApi(store)
    const limitedId = await giveRole(owner, policies)
    return { store, owner, limited: await loggedIn(store), limitedId, close, alsoMay: async (more) => giveRole(owner, more).then(() => loggedIn(store)) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Roles stand in the token, so that a new one counts with the next log-in. */
async function loggedIn({ url }: Store): Promise<HttpClient> {
  const { token } = await httpClient(url).post<{ token: string }>("/auth/user/emailpass", someone)
  return httpClient(url, { authorization: `Bearer ${token}` })
}

/** They have a role with these policies, and none of the owner's. */
async function giveRole(owner: HttpClient, keys: string[]): Promise<string> {
  const { policies } = await owner.get<{ policies: { id: string; key: string }[] }>("/admin/rbac/policies?limit=1000")
  const { role } = await owner.post<{ role: { id: string } }>("/admin/rbac/roles", {
    name: `Leitura de ${keys.join(", ")}`,
    policy_ids: keys.map((key) => policies.find((policy) => policy.key === key)!.id),
  })
  const { users } = await owner.get<{ users: { id: string; email: string }[] }>("/admin/users?limit=100")
  const { id } = users.find(({ email }) => email === someone.email)!
  await owner.post(`/admin/rbac/roles/${role.id}/users`, { users: [id] })
  await owner.raw("DELETE", "/admin/rbac/roles/role_super_admin/users", { users: [id] })
  return id
}
