import { sql } from 'drizzle-orm'
import { APPROVAL_ACTIONS, type ApprovalAction } from '#contract/approval.ts'
import { withChainRights, isAdmin, refusal } from '#contract/permissions.ts'
import type { App } from '#server/app.ts'
import { approvalActionsOf } from '#server/http/approval.ts'
import { peopleWithRights } from '#server/auth/people.ts'
import type { Db } from '#server/db/connect.ts'
import { conflict } from '#server/http/problem.ts'
import { messages } from '../rules.ts'
import { everyRule } from './store.ts'

/**
 * Each call of an act has two people who may make it for all cinemas: what nobody else could approve could not be done any
 * more.
 */
export async function hasSecondApprover(db: Db, { guarded }: App, action: ApprovalAction): Promise<boolean> {
  const people = (await peopleWithRights(db)).filter(({ userType }) => isAdmin(userType)).map(withChainRights)
  return [...guarded.values()].every(
    ({ endpoint }) =>
      !approvalActionsOf(endpoint).includes(action) ||
      people.filter((person) => !refusal(person, endpoint.permission)).length >= 2,
  )
}

/**
 * In a transaction that has taken rights away: each rule still has its second person. No rule is set meanwhile.
 * @throws 409 with the rule that has not
 */
export async function requireSecondApprovers(tx: Db, app: App): Promise<void> {
  await tx.execute(sql`lock table approval_rules in share mode`)
  for (const { action, threshold } of await everyRule(tx))
    if (threshold !== null && !(await hasSecondApprover(tx, app, action)))
      throw conflict(messages.lastSecondApprover(APPROVAL_ACTIONS[action].label))
}
