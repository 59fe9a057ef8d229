import { atOnce, keptFor, type Retention } from '#server/retention.ts'
import { forgetDecided, forgetLapsed } from './store.ts'

export const retention: Retention[] = [
  { name: 'lapsed proposals', before: atOnce, forget: forgetLapsed },
  // What became of them is in the audit log, as long as that is kept.
  { name: 'proposals', before: keptFor('audit'), forget: forgetDecided },
]
