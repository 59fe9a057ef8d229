import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  ticket_log: { nobodys: { [NOBODYS.chain]: 'cinema_id movie_id', [NOBODYS.word]: 'channel refund' } },
  ticket_log_days: { nobodys: { [NOBODYS.chain]: 'cinema_id', [NOBODYS.word]: 'channel' } },
}
