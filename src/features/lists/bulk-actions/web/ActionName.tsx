import type { BulkAction } from '../contract.ts'
import { nameOf } from './action-labels.ts'
import { countOf } from './labels.ts'

/** What a bulk action does to how many rows, and of which file. */
export default function ActionName({ action }: { action: BulkAction }) {
  return [nameOf(action, countOf(action)), action.fileName].filter(Boolean).join(' · ')
}
