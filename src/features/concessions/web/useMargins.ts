import { refusal } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { margin, type ProductMargin } from '../margin-contract.ts'

/** What is left of each price of a cinema, by the product's id; nothing for whoever may not read figures. */
export function useMargins(cinemaId: string | undefined): ReadonlyMap<string, ProductMargin> {
  const isShown = !refusal(useMe(), margin.menu.permission) && cinemaId !== undefined
  const { data } = useRead(margin.menu, { params: { id: cinemaId ?? '' } }, { enabled: isShown })
  return new Map(isShown ? data?.map((one) => [one.product_id, one]) : [])
}
