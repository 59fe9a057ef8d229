import type { ServerFeature } from '#server/feature.ts'
import { forgetMails, sendMails } from './jobs.ts'

export const server: ServerFeature = { routes: [], jobs: [sendMails, forgetMails] }
