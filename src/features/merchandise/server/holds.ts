import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  merchandise_cinema_days: { nobodys: { [NOBODYS.chain]: 'cinema_id' } },
}
