import { APPROVAL_ACTIONS, describeAmount, toWire } from '#contract/approval.ts'
import type { PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { closeAbout, pendingAbout } from './store.ts'

export const person: PersonalData = {
  columns: personalColumns,
  owed: async (db, references, { now }) =>
    (await pendingAbout(db, references, now)).map(({ action, size, isClosed }) => {
      const amount = describeAmount(action, toWire(action, size))
      const what = `${APPROVAL_ACTIONS[action].one}${amount && ` (${amount})`} waits for approval`
      return { text: isClosed ? `${what} and is closed by the erasure` : `${what} and can still be approved` }
    }),
  erase: (tx, { references, now }) => closeAbout(tx, references.ids, now),
}
