import type { Problem } from './problem.ts'

/** Shown if no response arrived (core 8). */
export const NO_CONNECTION = 'There might be a problem with your internet connection. Please check and try again.'

/** Shown if a session ended and cannot be renewed. */
export const SESSION_ENDED = 'Your session has ended. Sign in again.'

/** Returns the message of a failure: the first entry of errors, else the body's message, else NO_CONNECTION (core 8). */
export const messageOf = (body: Partial<Problem> | null | undefined): string =>
  body?.errors?.[0]?.message || body?.message || NO_CONNECTION
