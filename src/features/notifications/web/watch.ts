import type { Notification } from '../contract.ts'

/** What is sent just now is watched; the time of another may come. */
const WATCHED_MS = 1500
const REFRESH_MS = 30_000

const isOnItsWay = ({ state, is_scheduled }: Notification) =>
  state === 'sending' || (state === 'scheduled' && !is_scheduled)

/** How soon these notifications are read again. */
export const watchMs = (shown: readonly Notification[]): number => (shown.some(isOnItsWay) ? WATCHED_MS : REFRESH_MS)
