import type { BulkAction } from '../contract.ts'
import { isOver } from '../rules.ts'

/** To how many rows it is done, or was until it ended. */
export const countOf = ({ rows, state, startedAt }: BulkAction): number => {
  if (!startedAt && state !== 'ready') return rows.total
  return isOver(state) ? rows.changed : rows.changed + rows.valid
}

export const STATE_LABELS: Record<BulkAction['state'], string> = {
  columns: 'Not started',
  gathering: 'Reading',
  checking: 'Checking',
  ready: 'Not started',
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled',
  stopped: 'Stopped',
}
