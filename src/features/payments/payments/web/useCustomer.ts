import { customers } from '#features/customers/customers/contract.ts'
import { useRead } from '#web/api/queries.ts'

/** Returns the customer that the profile has already loaded. */
export function useCustomer(id: number) {
  const customer = useRead(customers.fetch, { params: { id } }).data?.userData
  return customer && { name: `${customer.firstName} ${customer.lastName}`.trim() || 'Nil', card: customer.card }
}
