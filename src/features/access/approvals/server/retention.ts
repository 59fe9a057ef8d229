import { atOnce, retentionOf, type Retention } from '#server/retention.ts'
import { forgetDone } from './limit-usage.ts'
import { forgetDecided, forgetExpired } from './store.ts'

export const retention: Retention[] = [
  // Of a payment they are added up for as long as it is likely to be refunded.
  { name: 'actions done without approval', before: retentionOf('audit'), forget: forgetDone },
  { name: 'expired approval requests', before: atOnce, forget: forgetExpired },
  // What became of them is in the audit log, as long as that is kept.
  { name: 'approval requests', before: retentionOf('audit'), forget: forgetDecided },
]
