import { NOBODYS, type Holding, type InPerson } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased: rows can be people, and reasons name them. */
const holds: Record<string, Holding> = {
  bulk_actions: {
    freedJson: 'asked values file',
    nobodys: { [NOBODYS.staff]: 'actor', [NOBODYS.word]: 'action state', [NOBODYS.own]: 'message' },
  },
  bulk_action_rows: {
    freed: 'title message example',
    freedJson: 'was difference cells given',
    nobodys: {
      [NOBODYS.id]: 'record_id',
      [NOBODYS.word]: 'state',
      [NOBODYS.chain]: 'cinemas',
      [NOBODYS.own]: 'weighed',
    },
  },
}

export const person: InPerson = { holds }
