import { cinemas } from '#features/programming/cinemas/contract.ts'
import { cinemaOptions } from '#features/programming/cinemas/rules.ts'
import { METHOD_LABELS } from '#features/sales/trade/rules.ts'
import { useRead } from '#web/api/queries.ts'
import { SOLD_KIND_LABELS } from '../rules.ts'

/** Returns the filters shared by payments and refunds, in the order of the screens. */
export function useMoneyFilters() {
  const states = useRead(cinemas.list, { query: { with_closed: 'true' } }).data
  return [
    { name: 'amount', label: 'Amount' },
    { name: 'method', label: 'Method', none: 'Not known', options: METHOD_LABELS },
    { name: 'kind', label: 'Kind', options: SOLD_KIND_LABELS },
    { name: 'cinema_id', label: 'Cinema', none: 'Several or none', options: cinemaOptions(states) },
  ] as const
}
