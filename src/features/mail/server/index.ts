import type { ServerFeature } from '#server/feature.ts'
import { sendMails } from './jobs.ts'
import { deadLetter } from './notices.ts'
import { ofCustomer } from './of-customer.ts'
import { person } from './person.ts'
import { oldMails } from './retention.ts'

export const server: ServerFeature = {
  routes: [],
  jobs: [sendMails],
  retention: [oldMails],
  person,
  ofCustomer,
  notices: [deadLetter],
}
