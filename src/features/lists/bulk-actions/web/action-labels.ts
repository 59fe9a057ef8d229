import { counted } from '#contract/counted.ts'
import { actionOf, isImport } from '../actions.ts'
import type { BulkAction } from '../contract.ts'
import { isOver, rowStateLabel, type RowState } from '../rules.ts'

/** What needs the actions of all lists, and with them the contracts of all features. */

/** "Approve 1,200 movies", "Undo: approve 12 movies". */
export function nameOf({ action, undoes }: Pick<BulkAction, 'action' | 'undoes'>, count: number): string {
  const about = actionOf(action)!
  const { label, title = label, rows } = about
  const what = `${isImport(about) ? 'Import' : title} ${counted(count, ...rows)}`
  return undoes === null ? what : `Undo: ${what[0]!.toLowerCase()}${what.slice(1)}`
}

/** What has become of a row, in the words of its action. */
export function stateLabel(
  { action, undoes, state: now }: Pick<BulkAction, 'action' | 'undoes' | 'state'>,
  state: RowState,
): string {
  const about = actionOf(action)!
  if (isImport(about) && undoes === null) {
    if (state === 'same') return 'Already exists'
    if (state === 'changed' || (state === 'valid' && !isOver(now))) return about.labels[state]
  }
  return rowStateLabel(state, now)
}
