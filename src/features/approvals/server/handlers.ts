import { ACT_NAMES, ACTS, isMoney, toWire, type Act } from '#contract/approval.ts'
import { toKobo } from '#contract/money.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, stale } from '#server/http/problem.ts'
import { approvals, type Rule } from '../contract.ts'
import { HOURS_USUAL, messages, ruleInWords, wrongThreshold } from '../rules.ts'
import { approve, holdWaiting, mayDecide, approvalRequestOr404 } from './approve.ts'
import { hasSecond } from './second.ts'
import { isOwn, rowFor, shownTo } from './shown.ts'
import {
  countWaiting,
  decide,
  everyRule,
  holdRule,
  pageOfApprovalRequests,
  approvalRequestById,
  saveRule,
  lineOf,
  type StoredRule,
} from './store.ts'

export const handlers = handle(approvals, {
  list: async ({ db, me, now, query: { tab, ...page } }) => {
    const { rows, totalCount } = await pageOfApprovalRequests(db, { tab, me, now }, sliceOf(page))
    return { approvalRequests: rows.map((row) => rowFor(me, row, now)), totalCount }
  },

  pending: async ({ db, me, now }) => ({ count: await countWaiting(db, me, now) }),

  rules: async ({ db }) => {
    const set = new Map((await everyRule(db)).map((rule) => [rule.act, rule]))
    return ACT_NAMES.map((act) => ruleOf(act, set.get(act)))
  },

  setRule: async ({ app, db, params: { act }, body, record, weigh }) => {
    const { threshold, hours, isMailed, version } = body
    const wrong = threshold !== null && wrongThreshold(act, threshold)
    if (wrong) throw invalid({ threshold: wrong })
    const before = ruleOf(act, await holdRule(db, act))
    if (threshold !== null && !(await hasSecond(db, app, act))) throw conflict(messages.noSecond)
    if (version !== undefined && version !== before.version) throw stale(before)
    const size =
      threshold === null ? null : ACTS[act].unit === 'each' ? 1 : isMoney(act) ? toKobo(threshold) : threshold
    const after = ruleOf(act, await saveRule(db, { act, threshold: size, hours, isMailed }))
    weigh(1)
    await record({
      entity: 'approval rule',
      id: act,
      summary: `Changed the approval rule of ${ACTS[act].label}: ${ruleInWords(act, after.threshold)}`,
      before: audited(before),
      after: audited(after),
    })
    return after
  },

  fetch: async ({ db, me, now, params }) => shownTo(db, me, await approvalRequestOr404(db, params.id, me), now),

  approve: async (context) => {
    const { db, me, now, params } = context
    await approve(context)
    return shownTo(db, me, (await approvalRequestById(db, params.id))!, now)
  },

  reject: async ({ db, me, now, params, body: { reason }, record }) => {
    const found = await approvalRequestOr404(db, params.id, me)
    await mayDecide(db, me, found)
    const { id } = await holdWaiting(db, found.id, now)
    await decide(db, id, { state: 'rejected', by: me, reason, now })
    await record({ ...lineOf('Refused', found), after: { reason } })
    return shownTo(db, me, (await approvalRequestById(db, id))!, now)
  },

  withdraw: async ({ db, me, now, params, record }) => {
    const found = await approvalRequestOr404(db, params.id, me)
    if (!isOwn(me, found)) throw forbidden(messages.notYours)
    const { id } = await holdWaiting(db, found.id, now)
    await decide(db, id, { state: 'withdrawn', by: me, reason: '', now })
    await record(lineOf('Withdrew', found))
    return shownTo(db, me, (await approvalRequestById(db, id))!, now)
  },
})

/** A rule as it is on the wire; where nothing was ever set, what a form begins with. */
const ruleOf = (act: Act, rule: StoredRule | undefined): Rule =>
  rule
    ? { ...rule, threshold: rule.threshold === null ? null : toWire(act, rule.threshold) }
    : { act, threshold: null, hours: HOURS_USUAL, isMailed: false, version: 0 }

const audited = ({ act, threshold, hours, isMailed }: Rule) => ({
  rule: ruleInWords(act, threshold),
  hours,
  isMailed,
})
