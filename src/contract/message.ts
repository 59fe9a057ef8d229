import type { Problem } from './problem.ts'

/** What a person is told when no answer came at all (core 8). */
export const NO_CONNECTION = 'There might be a problem with your internet connection. Please check and try again.'

/** The message shown for a failure: the first entry of errors, else the body's message, else the connection's (core 8). */
export const messageOf = (body: Partial<Problem> | null | undefined): string =>
  body?.errors?.[0]?.message || body?.message || NO_CONNECTION
