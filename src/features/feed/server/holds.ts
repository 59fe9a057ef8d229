import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  quarantined_records: {
    freed: 'reason',
    freedJson: 'line',
    nobodys: {
      [NOBODYS.id]: 'source stream external_id waits_for',
      [NOBODYS.staff]: 'rejected_by note',
      [NOBODYS.word]: 'guard',
    },
  },
  feed_corrections: {
    freed: 'reason',
    freedJson: 'before after',
    nobodys: {
      [NOBODYS.id]: 'source external_id sent_id',
      [NOBODYS.staff]: 'by_name',
      [NOBODYS.word]: 'stream kind',
    },
  },
  feed_counts: { nobodys: { [NOBODYS.word]: 'stream' } },
  price_baselines: { nobodys: { [NOBODYS.id]: 'cinema_id', [NOBODYS.word]: 'channel kind' } },
}
