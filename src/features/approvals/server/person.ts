import type { InPerson } from '#server/person.ts'
import { holds } from './holds.ts'
import { closeAbout } from './store.ts'

export const person: InPerson = {
  holds,
  erase: (tx, { traces, now }) => closeAbout(tx, traces.ids, now),
}
