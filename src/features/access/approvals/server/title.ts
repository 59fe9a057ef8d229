import { APPROVAL_ACTIONS, type ApprovalAction } from '#contract/approval.ts'
import { truncate } from '#contract/characters.ts'
import { showCount } from '#contract/counted.ts'
import { withoutNames } from '#contract/isolate.ts'
import type { Change } from '#server/http/approval.ts'

const TITLE_LENGTH = 120
const HIDDEN = '•••'
/** Starts a reason or note, which can name a customer. */
const NOTE = /: | \(/

/** Returns a request in one line for alerts and emails: “Create 15,000 vouchers for Atlantic Telecoms”. It names no customer. */
export function titleOf(action: ApprovalAction, difference: readonly Pick<Change, 'summary'>[]): string {
  const [first, ...others] = difference
  if (!first) return APPROVAL_ACTIONS[action].one
  const more = others.length ? ` and ${showCount(others.length)} more` : ''
  return truncate(withoutNames(first.summary, HIDDEN).split(NOTE)[0]!, TITLE_LENGTH) + more
}
