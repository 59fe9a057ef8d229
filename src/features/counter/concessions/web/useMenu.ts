import { cinemas } from '#features/programming/cinemas/contract.ts'
import { scopeOf } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { concessions, type ConcessionProduct, type Menu } from '../contract.ts'

const NONE: ConcessionProduct[] = []

/** What a cinema sells: the cinema of the address, or else the first that somebody sees (operations 2). */
export function useMenu(inAddress: string | undefined) {
  const states = useRead(cinemas.list, {})
  const scope = scopeOf(useMe(), concessions.rosetta.permission)
  const first = states.data
    ?.flatMap((state) => state.cinemas)
    .find(({ id }) => scope === 'chain' || scope.includes(id))?.id
  const cinemaId = inAddress ?? first
  const menu = useRead(
    concessions.fetch,
    { params: { id: cinemaId ?? '' }, query: { add_mobile_device: 'true' } },
    { enabled: cinemaId !== undefined },
  )
  const data = menu.data as Menu | undefined
  const isWithoutCinema = states.data !== undefined && cinemaId === undefined
  return {
    states,
    cinemaId,
    isWithoutCinema,
    data,
    reading: cinemaId === undefined ? states : menu,
    products: data?.concessions.flatMap((group) => group.products) ?? (isWithoutCinema ? NONE : undefined),
  }
}
