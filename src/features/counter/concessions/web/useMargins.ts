import { refusal } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { margin, type ProductMargin } from '../margin-contract.ts'

/** What is left of each price of a cinema, by the product's id; nothing for whoever may not read figures. */
export function useMargins(cinemaId: string | undefined): ReadonlyMap<string, ProductMargin> {
  const isVisible = !refusal(useMe(), margin.menu.permission) && cinemaId !== undefined
  const { data } = useRead(margin.menu, { params: { id: cinemaId ?? '' } }, { enabled: isVisible })
  return new Map(isVisible ? data?.map((one) => [one.product_id, one]) : [])
}
