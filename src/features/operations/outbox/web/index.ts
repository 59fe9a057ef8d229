import { part } from '#web/lazy.ts'

export const outbox = part(async () => (await import('./Outbox.tsx')).Outbox)
