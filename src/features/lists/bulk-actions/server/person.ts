import { NON_PERSONAL, type PersonalColumns, type PersonalData } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased: rows can be people, and reasons name them. */
const columns: Record<string, PersonalColumns> = {
  bulk_actions: {
    redactJson: 'selection values file',
    nonPersonal: { [NON_PERSONAL.staff]: 'actor', [NON_PERSONAL.word]: 'action state', [NON_PERSONAL.own]: 'message' },
  },
  bulk_action_rows: {
    redact: 'title message example',
    redactJson: 'undo difference cells input',
    nonPersonal: {
      [NON_PERSONAL.id]: 'record_id',
      [NON_PERSONAL.word]: 'state',
      [NON_PERSONAL.chain]: 'cinemas',
      [NON_PERSONAL.own]: 'approval',
    },
  },
}

export const person: PersonalData = { columns }
