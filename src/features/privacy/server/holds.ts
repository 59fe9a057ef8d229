import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  erasures: { nobodys: { [NOBODYS.staff]: 'actor', [NOBODYS.own]: 'kept' } },
  customer_merges: { erased: 'moved', nobodys: { [NOBODYS.staff]: 'actor' } },
  duplicate_dismissals: { nobodys: { [NOBODYS.staff]: 'actor' } },
}
