import { sql } from 'drizzle-orm'
import { ACTS, type Act } from '#contract/approval.ts'
import { withChainRights, isAdmin, refusal } from '#contract/permissions.ts'
import type { App } from '#server/app.ts'
import { actsOf } from '#server/http/guard.ts'
import { peopleWithRights } from '#server/auth/people.ts'
import type { Db } from '#server/db/connect.ts'
import { conflict } from '#server/http/problem.ts'
import { messages } from '../rules.ts'
import { everyRule } from './store.ts'

/**
 * Each call of an act has two people who may make it for all cinemas: what nobody else could approve could not be done any
 * more.
 */
export async function hasSecond(db: Db, { guarded }: App, act: Act): Promise<boolean> {
  const people = (await peopleWithRights(db)).filter(({ userType }) => isAdmin(userType)).map(withChainRights)
  return [...guarded.values()].every(
    ({ endpoint }) =>
      !actsOf(endpoint).includes(act) || people.filter((person) => !refusal(person, endpoint.permission)).length >= 2,
  )
}

/**
 * In a transaction that has taken rights away: each rule still has its second person. No rule is set meanwhile.
 * @throws 409 with the rule that has not
 */
export async function keepSeconds(tx: Db, app: App): Promise<void> {
  await tx.execute(sql`lock table approval_rules in share mode`)
  for (const { act, threshold } of await everyRule(tx))
    if (threshold !== null && !(await hasSecond(tx, app, act))) throw conflict(messages.lastSecond(ACTS[act].label))
}
