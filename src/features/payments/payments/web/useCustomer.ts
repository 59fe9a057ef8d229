import { customers } from '#features/customers/customers/contract.ts'
import { useRead } from '#web/api/queries.ts'

/** What the profile has read of the customer already. */
export function useCustomer(id: number) {
  const customer = useRead(customers.fetch, { params: { id } }).data?.userData
  return customer && { name: `${customer.firstName} ${customer.lastName}`.trim() || 'Nil', card: customer.card }
}
