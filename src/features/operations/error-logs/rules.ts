import { errors } from '#contract/errors.ts'

/** Rows of the list (operations 9), and of an error's occurrences. */
export const ERROR_PAGE = 10
export const OCCURRENCE_PAGE = 10
/** Of one error, so many of the newest occurrences keep their words; the count goes on. */
export const OCCURRENCES_STORED = 100
/** What the list has of a stack; the whole one is in the error's detail, and in the file. */
export const STACK_IN_LIST = 4000

/** Where an error happened; `other` is a program of the chain that is neither its web shop nor its app. */
export const ORIGINS = ['server', 'web', 'app', 'back-office', 'other'] as const
export type Origin = (typeof ORIGINS)[number]
export const ORIGIN_LABELS: Record<Origin, string> = {
  server: 'Server',
  web: 'Web',
  app: 'App',
  'back-office': 'Back office',
  other: 'Other',
}

export const STATES = ['open', 'resolved', 'ignored'] as const
export type State = (typeof STATES)[number]
export const STATE_LABELS: Record<State, string> = { open: 'Open', resolved: 'Resolved', ignored: 'Ignored' }

/** What a browser may report of one error, in characters, and in how many reports a minute. */
export const REPORT = { message: 2000, stack: 20_000, component: 300, page: 500, release: 100 } as const
export const REPORT_BYTES = 64 * 1024
export const REPORTS_A_MINUTE = 20

export const messages = {
  noSuchError: errors.notFound('error'),
  resolved: 'Error resolved',
  ignored: 'Error ignored',
  reopened: 'Error reopened',
  noState: `state must be one of ${STATES.join(', ')}`,
  noOrigin: `source must be one of ${ORIGINS.join(', ')}`,
  noMessage: 'message is empty',
}

/** Why an error cannot go from one state to another; undefined when it can: open to resolved or ignored, and back. */
export const stateRefusal = (from: State, to: State): string | undefined =>
  from === to
    ? `This error is already ${from}`
    : from !== 'open' && to !== 'open'
      ? `This error is ${from}. Reopen it first.`
      : undefined
