import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  day_closes: {
    freed: 'note reason',
    nobodys: { [NOBODYS.staff]: 'closed_by reopened_by', [NOBODYS.own]: 'figures' },
  },
  till_counts: { nobodys: { [NOBODYS.chain]: 'cinema_id', [NOBODYS.word]: 'way', [NOBODYS.staff]: 'counted_by' } },
}
