import { ACTS, amountInWords, toWire } from '#contract/approval.ts'
import type { PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { closeAbout, waitingFor } from './store.ts'

export const person: PersonalData = {
  columns: personalColumns,
  owed: async (db, traces, { now }) =>
    (await waitingFor(db, traces, now)).map(({ act, size, isClosed }) => {
      const amount = amountInWords(act, toWire(act, size))
      const what = `${ACTS[act].one}${amount && ` (${amount})`} waits for approval`
      return { text: isClosed ? `${what} and is closed by the erasure` : `${what} and can still be approved` }
    }),
  erase: (tx, { references, now }) => closeAbout(tx, references.ids, now),
}
