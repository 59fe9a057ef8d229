import type { Endpoint } from '#contract/endpoint.ts'
import { useRead } from '#web/api/queries.ts'
import { analytics } from '../contract.ts'
import { useChosen, useSeesChain } from './address.ts'

/** The overall figures of the chosen cinemas. */
export const useTotals = () => useRead(analytics.dashboard, { query: useChosen().place })

/** Those of the chain, for who sees them: the same question where nothing is chosen. */
export const useChainTotals = () => useRead(analytics.dashboard, { query: {} }, { enabled: useSeesChain() })

/** The day of the first sale of what a call is of; null without a sale, undefined while it is not known. */
export function useFirstSale({ about }: Endpoint) {
  const [chosen, chain] = [useTotals(), useChainTotals()]
  return (about ? chosen : chain).data?.first_sale_on
}
