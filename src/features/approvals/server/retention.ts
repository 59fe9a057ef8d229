import { atOnce, keptFor, type Retention } from '#server/retention.ts'
import { forgetDone } from './done.ts'
import { forgetDecided, forgetLapsed } from './store.ts'

export const retention: Retention[] = [
  // Of a payment they are added up for as long as it is likely to be refunded.
  { name: 'acts done without a second person', before: keptFor('audit'), forget: forgetDone },
  { name: 'lapsed proposals', before: atOnce, forget: forgetLapsed },
  // What became of them is in the audit log, as long as that is kept.
  { name: 'proposals', before: keptFor('audit'), forget: forgetDecided },
]
