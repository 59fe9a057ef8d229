import { useRead } from '#web/api/queries.ts'
import { analytics } from '../contract.ts'
import { useChosen, useSeesChain } from './address.ts'

/** The overall figures of the chosen cinemas. */
export const useTotals = () => useRead(analytics.dashboard, { query: useChosen().place })

/** Those of the chain, for who sees them: the same question where nothing is chosen. */
export const useChainTotals = () => useRead(analytics.dashboard, { query: {} }, { enabled: useSeesChain() })
