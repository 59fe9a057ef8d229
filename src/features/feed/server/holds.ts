import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  feed_waiting: {
    freed: 'reason',
    freedJson: 'line',
    nobodys: { [NOBODYS.id]: 'source stream external_id waits_for' },
  },
}
