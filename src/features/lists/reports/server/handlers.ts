import type { AuditSummary } from '#server/audit/summary.ts'
import { todaysAt } from '#contract/business-day.ts'
import { isolated } from '#contract/isolate.ts'
import { isProgram, isSuperadmin, refusal } from '#contract/permissions.ts'
import { nameOf } from '#contract/session.ts'
import type { App } from '#server/app.ts'
import { peopleWithRights } from '#server/auth/people.ts'
import { principalOfAdmin } from '#server/auth/sessions.ts'
import { adminByEmail, lockAccount } from '#server/auth/store.ts'
import { hashToken } from '#server/auth/tokens.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle, parse } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, notFound, Refusal, stale } from '#server/http/problem.ts'
import type { Principal } from '#server/http/principal.ts'
import { limit } from '#server/http/rate-limit.ts'
import { queryOf } from '#server/http/read-for.ts'
import { assertInScope } from '#server/http/scope.ts'
import { reports, type Report } from '../contract.ts'
import {
  BY_HAND,
  FORMAT_LABELS,
  managesReports,
  messages,
  nextOccasion,
  reportErrors,
  REPORTS_MOST,
  describeSchedule,
  type Format,
  type Schedule,
} from '../rules.ts'
import { startRun } from './due.ts'
import { filtersOf, openFile, routeOf } from './file.ts'
import * as store from './store.ts'
import type { ReportRow, To, FullSending } from './store.ts'

const DOWNLOADS = { max: 30, seconds: 3600, of: 'downloads' }

export const handlers = handle(reports, {
  list: async ({ app, db, me, query, now }) => {
    const ownerId = query.whose === 'all' && managesReports(me) ? undefined : me.id
    const { found, totalCount } = await store.pageOf(db, ownerId, sliceOf(query))
    return { reports: found.map((one) => toWire(app, me, one, now)), totalCount }
  },

  fetch: async ({ app, db, me, params, now }) => toWire(app, me, await seenOr404(db, me, params.id), now),

  create: async ({ app, db, me, body, record, declareAmount, now }) => {
    const { call, params, query, filterLabels, path } = body
    const route = routeOf(app, call)
    const deniedReason = refusal(me, route.endpoint.permission)
    if (deniedReason) throw forbidden(deniedReason)
    const day = todaysAt(now, app.env)
    const input = { params: parse(route.endpoint.params, params), query: queryOf(route, query, day), body: undefined }
    await assertInScope(app, route.endpoint, me, input)
    const to = await recipientsIn(db, me, body)
    // Of several that are saved at once each knows how many there are.
    await lockAccount(db, me.id)
    if ((await store.countOf(db, me.id)) >= REPORTS_MOST) throw conflict(messages.tooMany)
    const id = await store.add(db, {
      ...columnsOf(body),
      call,
      params,
      query,
      filterLabels,
      path,
      ownerId: me.id,
      nextAt: nextOccasion(body, now, app.env.zone),
      createdAt: now,
    })
    await store.setRecipients(db, id, to, now)
    declareAmount(newOutside(to, []), { fresh: ['id'] })
    const report = await seenOr404(db, me, id)
    const after = audited(app, report, now)
    await record({ ...about(report), summary: `Created the report ${isolated(report.name)}`, after })
    return toWire(app, me, report, now)
  },

  change: async ({ app, db, me, params, body, record, declareAmount, now }) => {
    const before = await lockedOr404(db, me, params.id)
    if (before.ownerId !== me.id) throw forbidden(messages.notYours)
    if (body.version !== undefined && body.version !== before.version) throw stale(toWire(app, me, before, now))
    const deniedReason = refusal(me, routeOf(app, before.call).endpoint.permission)
    if (deniedReason) throw forbidden(deniedReason)
    const to = await recipientsIn(db, me, body)
    const nextAt = before.paused === null ? nextOccasion(body, now, app.env.zone) : null
    await store.change(db, params.id, { ...columnsOf(body), nextAt })
    await store.setRecipients(db, params.id, to, now)
    declareAmount(newOutside(to, before.recipients))
    const after = await seenOr404(db, me, params.id)
    const auditedChange = { before: audited(app, before, now), after: audited(app, after, now) }
    await record({ ...about(after), summary: `Edited the report ${isolated(before.name)}`, ...auditedChange })
    return toWire(app, me, after, now)
  },

  pause: async ({ app, db, me, params, record, now }) => {
    const before = await lockedOr404(db, me, params.id)
    if (before.paused === null) {
      await store.change(db, params.id, { paused: messages.byHand, nextAt: null })
      await record({ ...about(before), summary: `Paused the report ${isolated(before.name)}` })
    } else await record({ ...about(before), summary: `Paused the report ${isolated(before.name)} again` })
    return toWire(app, me, await seenOr404(db, me, params.id), now)
  },

  resume: async ({ app, db, me, params, record, now }) => {
    const before = await lockedOr404(db, me, params.id)
    if (before.paused === null) throw conflict(messages.notPaused)
    await store.change(db, params.id, { paused: null, nextAt: nextOccasion(before, now, app.env.zone) })
    await record({ ...about(before), summary: `Resumed the report ${isolated(before.name)}` })
    return toWire(app, me, await seenOr404(db, me, params.id), now)
  },

  remove: async ({ app, db, me, params, record, now }) => {
    const before = await lockedOr404(db, me, params.id)
    await store.change(db, params.id, { deletedAt: now, nextAt: null })
    const summary: AuditSummary = `Deleted the report ${isolated(before.name)}`
    await record({ ...about(before), summary, before: audited(app, before, now) })
    return null
  },

  restore: async ({ app, db, me, params, record, now }) => {
    await store.lock(db, params.id)
    if (await store.find(db, params.id)) throw conflict(messages.notDeleted)
    const deleted = await store.findDeleted(db, params.id)
    if (!deleted || !isSeen(me, deleted)) throw notFound('report')
    const nextAt = deleted.paused === null ? nextOccasion(deleted, now, app.env.zone) : null
    await store.change(db, params.id, { deletedAt: null, nextAt })
    const report = await seenOr404(db, me, params.id)
    const after = audited(app, report, now)
    await record({ ...about(report), summary: `Restored the report ${isolated(report.name)}`, after })
    return toWire(app, me, report, now)
  },

  send: async ({ app, db, me, params, body: { isTest }, record, now }) => {
    const report = await lockedOr404(db, me, params.id)
    if (report.ownerId !== me.id) throw forbidden(messages.notYours)
    await limit(db, `report ${me.caller}`, BY_HAND, now)
    const all = await store.recipientsOf(db, report.id)
    const to: To[] = isTest
      ? [{ adminId: me.id }]
      : all.map(({ adminId, email }) => (adminId === null ? { email: email! } : { adminId }))
    await startRun(db, app, report, { kind: isTest ? 'test' : 'now', occasion: now, to, now })
    const summary: AuditSummary = isTest
      ? `Sent a test of the report ${isolated(report.name)}`
      : `Sent the report ${isolated(report.name)} now`
    await record({ ...about(report), summary })
    return null
  },

  runs: async ({ db, me, params, query }) => {
    const { id } = await seenOr404(db, me, params.id)
    return store.pageOfRuns(db, id, sliceOf(query))
  },

  revoke: async ({ db, me, params, record, now }) => {
    const found = await store.sendingById(db, params.id)
    if (!found?.sending.tokenHash || !isSeen(me, found.report)) throw notFound('link')
    const { sending, report } = found
    if (!sending.revokedAt) await store.setSending(db, sending.id, { revokedAt: now })
    const summary: AuditSummary = `Revoked the link of the report ${isolated(report.name)} to ${isolated(sending.email!)}`
    await record({ ...about(report), summary })
    return null
  },

  colleagues: async ({ db, me }) => {
    const people = await peopleWithRights(db)
    return {
      colleagues: people
        .filter((person) => isColleague(me, person))
        .map((person) => ({ id: person.id, name: nameOf(person) }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    }
  },

  shared: async ({ app, db, params, now }) => {
    const { report, run, sending, owner } = await linkOr404(app, db, params.token, now)
    const { name, format } = report
    const [occasion, endsAt] = [run.occasion.toISOString(), sending.linkEndsAt!.toISOString()]
    return { name, from: owner.name, occasion, endsAt, format }
  },

  sharedCsv: async ({ app, db, params, now, write }) => {
    const found = await linkOr404(app, db, params.token, now)
    const { report, run, sending, owner } = found
    await limit(db, `report link ${sending.id}`, DOWNLOADS, now)
    const note = `, by the link of the report ${isolated(report.name)} to ${isolated(sending.email!)}`
    const file = await openFile(app, report, { me: owner, occasion: run.occasion, note })
    await write(async ({ db: tx, record }) => {
      await store.countDownload(tx, sending.id, now)
      const summary: AuditSummary = `Exported the report ${isolated(report.name)} by its link`
      await record({ ...about(report), summary }, { id: null, name: sending.email! })
    })
    return file
  },
})

/** How many addresses outside it was not sent to before. */
const newOutside = (to: readonly To[], before: ReportRow['recipients']): number => {
  const known = new Set(before.flatMap(({ adminId, name }) => (adminId === null ? [name.toLowerCase()] : [])))
  return to.filter((one) => 'email' in one && !known.has(one.email.toLowerCase())).length
}

type Saved = Schedule & { name: string; format: Format; weekdays: number[] }
const columnsOf = ({ name, every, at, weekdays, monthDay, format }: Saved) => ({
  name,
  every,
  at,
  monthDay,
  format,
  weekdays: [...new Set(weekdays)].toSorted(),
})

const about = ({ id }: { id: number }) => ({ entity: 'report', id })

/** In the words of the audit log. */
function audited(app: App, report: ReportRow, now: Date) {
  const filters = filtersOf(app, report, now).map(({ label, value }) => `${label}: ${value}`)
  const namesOf = (isOutside: boolean) =>
    report.recipients.filter(({ adminId }) => (adminId === null) === isOutside).map(({ name }) => name)
  return {
    Name: report.name,
    Schedule: describeSchedule(report),
    'File format': FORMAT_LABELS[report.format],
    Filters: filters,
    Recipients: namesOf(false),
    'Addresses outside': namesOf(true),
  }
}

function toWire(app: App, me: Principal, report: ReportRow, now: Date): Report {
  const { nextAt, ownerId, ...rest } = report
  return {
    ...rest,
    filters: filtersOf(app, report, nextAt ?? now),
    isOwn: ownerId === me.id,
    nextAt: nextAt?.toISOString() ?? null,
  }
}

const isSeen = (me: Principal, { ownerId }: { ownerId: number | null }) =>
  !isProgram(me) && (ownerId === me.id || managesReports(me))

async function seenOr404(db: Db, me: Principal, id: number): Promise<ReportRow> {
  const found = await store.find(db, id)
  if (!found || !isSeen(me, found)) throw notFound('report')
  return found
}

/** A report as it is now, locked until the transaction ends. */
async function lockedOr404(tx: Db, me: Principal, id: number): Promise<ReportRow> {
  await store.lock(tx, id)
  return seenOr404(tx, me, id)
}

/** Those whom somebody may send a report to: whoever has a role for some cinemas finds those who share one, and those who see all. */
const isColleague = (me: Principal, person: Awaited<ReturnType<typeof peopleWithRights>>[number]): boolean => {
  if (!me.cinemaRoles?.length || me.permissions.length || person.id === me.id) return true
  if (isSuperadmin(person.userType) || person.permissions.length) return true
  const own = new Set(me.cinemaRoles.flatMap(({ cinemas }) => cinemas))
  return (person.cinemaRoles ?? []).some(({ cinemas }) => cinemas.some((id) => own.has(id)))
}

/** Who gets it: a colleague's address is that colleague. @throws 422 of anybody whom the caller cannot choose */
async function recipientsIn(
  db: Db,
  me: Principal,
  body: { name: string; every: Schedule['every']; weekdays: number[]; colleagues: number[]; outside: string[] },
): Promise<To[]> {
  const { colleagues, outside } = body
  const errors = reportErrors({ ...body, weekdays: body.weekdays.map(String), colleagues: colleagues.map(String) })
  if (Object.keys(errors).length) throw invalid(errors)
  const ids = new Set(colleagues)
  const addresses = new Map<string, string>()
  for (const address of outside) {
    const colleague = await adminByEmail(db, address)
    if (colleague) ids.add(colleague.id)
    else addresses.set(address.toLowerCase(), address)
  }
  const allowed = new Set((await peopleWithRights(db)).filter((one) => isColleague(me, one)).map(({ id }) => id))
  if ([...ids].some((id) => !allowed.has(id))) throw invalid({ colleagues: messages.noSuchPerson })
  return [...[...ids].map((adminId) => ({ adminId })), ...[...addresses.values()].map((email) => ({ email }))]
}

/**
 * What a link leads to, while it works: it has not ended, nobody revoked it, its recipient still gets the report, and whoever
 * owns that may still export the list. All others are one to whoever tries.
 */
async function linkOr404(
  app: App,
  db: Db,
  token: string,
  now: Date,
): Promise<NonNullable<FullSending> & { owner: Principal }> {
  const found = await store.sendingByToken(db, hashToken(token))
  const isGood = found && !found.sending.revokedAt && found.sending.linkEndsAt! > now
  const ownerId = isGood ? found.report.ownerId : null
  const owner = ownerId === null ? undefined : await principalOfAdmin(db, ownerId)
  const route = found && app.routes.get(found.report.call)
  if (!isGood || !owner || !route || refusal(owner, route.endpoint.permission)) throw new Refusal(404, messages.noLink)
  return { ...found, owner }
}
