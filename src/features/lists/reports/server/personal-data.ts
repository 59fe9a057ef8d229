import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased: a report may be called after them, search for them, or go to them. */
export const personalColumns: Record<string, PersonalColumns> = {
  reports: {
    redact: 'name path',
    redactJson: 'params query filter_labels',
    nonPersonal: { [NON_PERSONAL.word]: 'call every at format', [NON_PERSONAL.own]: 'paused' },
  },
  report_recipients: { erased: 'email' },
  report_runs: { nonPersonal: { [NON_PERSONAL.word]: 'kind' } },
  report_sendings: {
    erased: 'email',
    redact: 'message',
    nonPersonal: { [NON_PERSONAL.word]: 'state', [NON_PERSONAL.own]: 'summary' },
  },
}
