import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { customers } from '#features/customers/customers/contract.ts'
import { payments } from '../contract.ts'
import { useRead } from '#web/api/queries.ts'

/** A customer's latest renewal and what one more would charge. */
export const useRenewal = (customerId: number) => useRead(payments.renewal, { params: { id: customerId } })

/** How often the outcome of a charge is asked for while the payment provider, or the customer, has yet to answer. */
const ASK_MS = { initiated: 3000, needs_customer: 15_000, succeeded: 0, failed: 0 }

/** The same, asked for until it is settled. Once it has succeeded, the profile is read anew. */
export function useRenewalUntilSettled(customerId: number) {
  const client = useQueryClient()
  const reading = useRead(
    payments.renewal,
    { params: { id: customerId } },
    { refetchInterval: (known) => (known?.renewal ? ASK_MS[known.renewal.state] : 0) },
  )
  const state = reading.data?.renewal?.state
  const before = useRef(state)
  useEffect(() => {
    const wasOpen = before.current === 'initiated' || before.current === 'needs_customer'
    before.current = state
    if (wasOpen && state === 'succeeded') void client.invalidateQueries({ queryKey: [customers.fetch.feature] })
  }, [state, client])
  return reading
}
