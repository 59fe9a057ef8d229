import { ACTS, amountInWords, toWire } from '#contract/approval.ts'
import type { InPerson } from '#server/person.ts'
import { holds } from './holds.ts'
import { closeAbout, waitingFor } from './store.ts'

export const person: InPerson = {
  holds,
  owed: async (db, traces, { now }) =>
    (await waitingFor(db, traces, now)).map(({ act, size, isClosed }) => {
      const amount = amountInWords(act, toWire(act, size))
      const what = `${ACTS[act].one}${amount && ` (${amount})`} waits for approval`
      return { text: isClosed ? `${what} and is closed by the erasure` : `${what} and can still be approved` }
    }),
  erase: (tx, { traces, now }) => closeAbout(tx, traces.ids, now),
}
