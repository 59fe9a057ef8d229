import { errors } from '#contract/errors.ts'

/**
 * `columns` is a file whose columns are being chosen; `gathering` reads the list, `checking` tries each row and undoes it, `ready` waits to be started; `stopped` is one that
 * nobody may do any more.
 */
export const STATES = ['columns', 'gathering', 'checking', 'ready', 'running', 'done', 'cancelled', 'stopped'] as const
export type State = (typeof STATES)[number]
/** The server is at work on it. */
export const WORKING: readonly State[] = ['gathering', 'checking', 'running']
/** Nothing more is done. */
export const isOver = (state: State): boolean => state === 'done' || state === 'cancelled' || state === 'stopped'

/**
 * Before it is started: `pending` to be tried, `valid` change, would stay the `same`, `rejected`. Then: `changed`, the `same`,
 * `rejected`.
 */
export const ROW_STATES = ['pending', 'valid', 'changed', 'same', 'rejected'] as const
export type RowState = (typeof ROW_STATES)[number]

export const ROW_STATE_LABELS: Record<RowState, string> = {
  pending: 'Pending',
  valid: 'Will be changed',
  changed: 'Changed',
  same: 'No change',
  rejected: 'Rejected',
}

const UNDONE: readonly RowState[] = ['pending', 'valid']
/** What has become of a row of an action in this state: nobody gets to what it left undone any more. */
export const rowStateLabel = (state: RowState, of: State): string =>
  isOver(of) && UNDONE.includes(state) ? 'Not done' : ROW_STATE_LABELS[state]

/** Rows at once. */
export const ROWS_MOST = 100_000
/** Rows that are picked one by one. */
export const IDS_MOST = 1000
/** Of one person, that are not over. */
export const OPEN_MOST = 5
/** How long one can be taken back. */
export const RETENTION_DAYS = 90

/** Not started yet. */
export const isUnstarted = (state: State): boolean => state === 'columns' || state === 'ready'

export const messages = {
  tooManyOpen: `You have ${OPEN_MOST} bulk actions running. Wait for one of them, or stop it.`,
  noSuchAction: errors.notFound('bulk action'),
  unknown: errors.notFound('bulk action'),
  noRows: 'Select rows first',
  tooMany: `You can select up to ${ROWS_MOST.toLocaleString('en')} rows. Filter the list further.`,
  started: 'Started',
  cancelled: 'Cancelled. Rows already changed stay changed.',
  startedAlready: 'This bulk action was already started',
  notReady: 'The rows are still being checked',
  over: 'This bulk action has already ended',
  nothing: 'There is nothing to change',
  noUndo: 'You cannot undo this in bulk',
  nothingToUndo: 'There is nothing left to undo',
  undoneAlready: 'This is already being undone',
  notInList: 'No longer in the list',
  empty: 'Field is empty',
  more: 'This would now change more than when it was checked. Select it again.',
  requesterLeft: 'The person who requested this is no longer on the staff',
} as const

/** Between the reasons of a row that has several, and between what each is about. */
export const REASON_END = '\n'

/** Why a row was refused, each reason with what it is about. */
export const reasonOf = ({ message, example }: { message: string; example: string | null }): string => {
  const examples = example?.split(REASON_END) ?? []
  return message
    .split(REASON_END)
    .map((reason, at) => (examples[at] ? `${reason}: ${examples[at]}` : reason))
    .join('; ')
}
