import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  erasures: {
    erased: 'words looked_at',
    freed: 'reason',
    nobodys: { [NOBODYS.staff]: 'actor', [NOBODYS.own]: 'kept tables_left', [NOBODYS.id]: 'guest' },
  },
  customer_merges: { erased: 'moved', nobodys: { [NOBODYS.staff]: 'actor' } },
  duplicate_dismissals: { nobodys: { [NOBODYS.staff]: 'actor' } },
}
