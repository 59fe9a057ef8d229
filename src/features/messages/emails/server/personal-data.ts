import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  emails: {
    erased: 'recipient',
    redact: 'reason',
    redactJson: 'params',
    nonPersonal: { [NON_PERSONAL.word]: 'kind state' },
  },
}
