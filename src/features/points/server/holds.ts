import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  points_ledger: { erased: 'reason', exported: 'kind', nobodys: { [NOBODYS.staff]: 'actor' } },
}
