import { createCustomerAccountWorkflow, createCustomerAddressesWorkflow, createUserAccountWorkflow } from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { adminLogin, customerLogin } from "./constants"

type Login = { email: string; password: string }

async function register(container: MedusaContainer, { email, password }: Login): Promise<string> {
  const { success, authIdentity, error } = await container
    .resolve(Modules.AUTH)
    .register("emailpass", { body: { email, password } })
  if (!success || !authIdentity) throw new Error(`cannot register ${email}: ${error}`)
  return authIdentity.id
}

export async function seedAdmin(container: MedusaContainer): Promise<void> {
  const known = await container.resolve(Modules.USER).listUsers({ email: adminLogin.email })
  if (known.length > 0) return
  const authIdentityId = await register(container, adminLogin)
  await createUserAccountWorkflow(container).run({
    input: { authIdentityId, userData: { email: adminLogin.email, first_name: "Equipe", last_name: "Loja Ipê" } },
  })
}

/** A returning customer with one address, written as Brazilian shoppers write it. */
export async function seedCustomer(container: MedusaContainer): Promise<void> {
  const known = await container.resolve(Modules.CUSTOMER).listCustomers({ email: customerLogin.email, has_account: true })
  if (known.length > 0) return
  const authIdentityId = await register(container, customerLogin)
  const { result: customer } = await createCustomerAccountWorkflow(container).run({
    input: {
      authIdentityId,
      customerData: { email: customerLogin.email, first_name: "Marina", last_name: "Duarte", phone: "+55 11 98765-4321" },
    },
  })
  await createCustomerAddressesWorkflow(container).run({
    input: {
      addresses: [
        {
          customer_id: customer.id,
          first_name: "Marina",
          last_name: "Duarte",
          address_1: "Rua Augusta, 1500",
          address_2: "Consolação",
          city: "São Paulo",
          province: "SP",
          postal_code: "01304-001",
          country_code: "br",
          phone: "+55 11 98765-4321",
          is_default_shipping: true,
          is_default_billing: true,
        },
      ],
    },
  })
}
