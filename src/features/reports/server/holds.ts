import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased: a report may be called after them, search for them, or go to them. */
export const holds: Record<string, Holding> = {
  reports: {
    freed: 'name path',
    freedJson: 'params query words',
    nobodys: { [NOBODYS.word]: 'call every at format', [NOBODYS.own]: 'paused' },
  },
  report_recipients: { erased: 'email' },
  report_runs: { nobodys: { [NOBODYS.word]: 'kind' } },
  report_sendings: {
    erased: 'email',
    freed: 'message',
    nobodys: { [NOBODYS.word]: 'state', [NOBODYS.own]: 'summary' },
  },
}
