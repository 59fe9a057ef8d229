import type { ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { emails } from './emails.ts'
import { approvalPending } from './alerts.ts'
import { person } from './person.ts'
import { approvals } from './request-approval.ts'
import { retention } from './retention.ts'
import { approvalRequestById } from './store.ts'

export const server: ServerFeature = {
  routes: handlers,
  policy: {
    records: {
      approvalRequest: async (db, id) => (await approvalRequestById(db, Number(id)))?.cinemas?.flat() ?? [],
    },
  },
  approvals,
  emails,
  alerts: [approvalPending],
  person,
  retention,
}
