import type { ServerFeature } from '#server/feature.ts'
import { forgetMails, sendMails } from './jobs.ts'
import { person } from './person.ts'

export const server: ServerFeature = { routes: [], jobs: [sendMails, forgetMails], person }
