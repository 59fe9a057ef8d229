import { counted } from '#contract/counted.ts'
import { ACTIONS } from '../actions.ts'
import type { BulkAction } from '../contract.ts'

/** To how many rows it is done. */
export const countOf = ({ rows, state, startedAt }: BulkAction): number => {
  if (!startedAt && state !== 'ready') return rows.total
  return rows.changed + rows.proposed + rows.would + rows.second
}

/** "Approve 12 movies", "Undo: approve 12 movies". */
export function nameOf({ action, undoes }: Pick<BulkAction, 'action' | 'undoes'>, count: number): string {
  const { label, title = label, rows } = ACTIONS[action]!
  const what = `${title} ${counted(count, ...rows)}`
  return undoes === null ? what : `Undo: ${what[0]!.toLowerCase()}${what.slice(1)}`
}

export const STATE_WORDS: Record<BulkAction['state'], string> = {
  gathering: 'Reading the list',
  checking: 'Checking',
  ready: 'Not started',
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled',
  stopped: 'Stopped',
}
