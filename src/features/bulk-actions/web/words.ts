import type { BulkAction } from '../contract.ts'

/** To how many rows it is done. */
export const countOf = ({ rows, state, startedAt }: BulkAction): number => {
  if (!startedAt && state !== 'ready') return rows.total
  return rows.changed + rows.proposed + rows.would + rows.second
}

export const STATE_WORDS: Record<BulkAction['state'], string> = {
  columns: 'Not started',
  gathering: 'Reading',
  checking: 'Checking',
  ready: 'Not started',
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled',
  stopped: 'Stopped',
}
