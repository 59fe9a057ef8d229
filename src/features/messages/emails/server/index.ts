import type { ServerFeature } from '#server/feature.ts'
import { sendEmails } from './jobs.ts'
import { failedEmail } from './alerts.ts'
import { ofCustomer } from './of-customer.ts'
import { person } from './person.ts'
import { oldEmails } from './retention.ts'

export const server: ServerFeature = {
  routes: [],
  jobs: [sendEmails],
  retention: [oldEmails],
  person,
  ofCustomer,
  alerts: [failedEmail],
}
