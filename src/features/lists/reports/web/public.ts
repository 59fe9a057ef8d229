import { part } from '#web/lazy.ts'

/** Where the link of an email leads, for anybody: apart, as the pages that need no session load nothing else of this. */
export const sharedReport = part(async () => (await import('./SharedReport.tsx')).SharedReport)
