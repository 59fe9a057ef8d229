import type { Notification } from '../contract.ts'

/** What is sent just now is watched; the time of another may come. */
const WATCHED_MS = 1000
const REFRESH_MS = 30_000

const isOnItsWay = ({ state, beginsIn }: Notification) => state === 'sending' || beginsIn !== null

/** How soon these notifications are read again. */
export const watchMs = (listed: readonly Notification[]): number => (listed.some(isOnItsWay) ? WATCHED_MS : REFRESH_MS)
