import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { customers } from '#features/customers/customers/contract.ts'
import { payments } from '../contract.ts'
import { useRead } from '#web/api/queries.ts'

/** Returns a customer's latest renewal and the terms of another. */
export const useRenewal = (customerId: number) => useRead(payments.renewal, { params: { id: customerId } })

/** Polling interval by state, until the payment provider or the customer answers. 0: none. */
const ASK_MS = { initiated: 3000, needs_customer: 15_000, succeeded: 0, failed: 0 }

/** Polls the renewal until it is settled. After a success, the profile is read again. */
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
