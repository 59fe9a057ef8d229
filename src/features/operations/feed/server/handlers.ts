import { toKobo } from '#contract/money.ts'
import { addKey, changeKey, everyKey, findKey, isNameUsed, revokeKey, type Key } from '#server/auth/keys.ts'
import type { Db } from '#server/db/connect.ts'
import { yieldToInteractive } from '#server/db/yield-to-interactive.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#server/http/problem.ts'
import { feed, type FeedKey } from '../contract.ts'
import { CORRECTION_LABELS, fieldOf, describeReason, messages, SCOPES, type Scope } from '../rules.ts'
import {
  auditedRecord,
  aboutRecord,
  aboutPayments,
  detailOf,
  recordOr404,
  nameOf,
  openRecord,
  paymentsOfRecord,
  reingest,
} from './deciding.ts'
import { latestCorrections } from './corrected.ts'
import { countsOf } from './counts.ts'
import { amountOf, correct, countedRecord, NotCorrected } from './correcting.ts'
import { correctionOf, correctionsOf, countCorrections, exportCorrections, pageOfCorrections } from './corrections.ts'
import { exportLines } from './exports.ts'
import {
  countRecords,
  removeRecord,
  requarantine,
  pageOfRecords,
  rejectRecord,
  reopenRecord,
  sourcesOf,
  toQuarantined,
  type StoredRecord,
} from './store.ts'
import { isCounted, ingestTime } from './record-types/ingest-context.ts'
import { lockForCorrecting } from './record-types/locks.ts'
import { ingest } from './ingest.ts'

export const handlers = handle(feed, {
  ingest: async ({ app, params: { record_type: recordType }, query, body, me, now, write, request }) => {
    const { key } = me
    if (!key?.recordTypes.includes(recordType)) throw forbidden(messages.recordTypeDenied)
    const [isTry, isStrict] = [isOn(query.dry_run), isOn(query.strict)]
    const sender = { source: key.source, keyId: key.id, ...ingestTime(app.env, now), log: request.log }
    await yieldToInteractive(app.database)
    const answer = await ingest({ write, ...sender, isTry, isStrict }, recordType, body)
    const { accepted, duplicate, pending, quarantined, rejected } = answer
    if (!isTry) app.watch.metrics.feedRecords(recordType, { accepted, duplicate, pending, quarantined, rejected })
    return answer
  },

  keys: async ({ db }) => ({ keys: (await everyKey(db)).map(toWire) }),
  counts: async ({ app, db, query: { days }, now }) => ({
    counts: await countsOf(db, { days, now, zone: app.env.zone }),
  }),
  records: async ({ app, db, query: { page, perPage, ...filters } }) => {
    const filter = { ...filters, zone: app.env.zone }
    const [lines, totalCount, sources] = await Promise.all([
      pageOfRecords(db, filter, sliceOf({ page, perPage })),
      countRecords(db, filter),
      sourcesOf(db),
    ])
    return { lines, totalCount, sources }
  },
  recordsCsv: (context) => exportLines(context),
  line: async ({ app, db, params }) => detailOf(db, await recordOr404(db, params.id), app.env.zone),

  release: async ({ app, params: { id }, body: { note, version }, db, record, declareAmount, now, request }) => {
    const { zone } = app.env
    const stored = await openRecord(db, id, version, zone)
    const at = { db, source: stored.source, ...ingestTime(app.env, now), log: request.log }
    const { outcome } = await reingest({ ...at, released: true }, stored.record_type, stored.line)
    if (!isCounted(outcome))
      throw conflict(describeReason(outcome.reason ?? messages.stillWaits, zone), toQuarantined(stored, zone))
    await removeRecord(db, id)
    declareAmount(toKobo(stored.amount))
    const { about, suffix } = aboutPayments(await paymentsOfRecord(db, stored, [stored.line]))
    await record({
      ...aboutRecord(stored),
      summary: `Released ${nameOf(stored)}${suffix}: ${note}`,
      about,
      before: auditedRecord(stored),
    })
    return { id, state: outcome.state, line: null }
  },

  correct: async ({ app, params: { id }, body, db, record, now, request, say }) => {
    const { zone } = app.env
    const stored = await openRecord(db, id, body.version, zone)
    if (body.line.id !== stored.external_id) throw invalid({ line: messages.otherId })
    const at = { db, source: stored.source, ...ingestTime(app.env, now), log: request.log }
    const { line, outcome } = await reingest(at, stored.record_type, body.line)
    if (!line) throw wrongRecord(outcome.reason!, zone)
    const isDone = isCounted(outcome)
    if (isDone) await removeRecord(db, id)
    else await requarantine(db, id, { line, rule: outcome.rule, reason: outcome.reason })
    const { about, suffix } = aboutPayments(await paymentsOfRecord(db, stored, [stored.line, line]))
    await record({
      ...aboutRecord(stored),
      summary: `Corrected ${nameOf(stored)}${suffix}`,
      about,
      before: auditedRecord(stored),
      after: auditedRecord({ ...stored, line: line as StoredRecord['line'] }),
    })
    if (!isDone)
      say(
        outcome.reason ? `Saved, but still quarantined: ${describeReason(outcome.reason, zone)}` : messages.stillWaits,
      )
    return { id, state: outcome.state, line: isDone ? null : toQuarantined(await recordOr404(db, id), zone) }
  },

  reject: async ({ app, params: { id }, body: { note, version }, me, db, record, now }) => {
    const stored = await openRecord(db, id, version, app.env.zone)
    await rejectRecord(db, id, { note, by: me.name, now })
    const { about, suffix } = aboutPayments(await paymentsOfRecord(db, stored, [stored.line]))
    await record({
      ...aboutRecord(stored),
      summary: `Rejected ${nameOf(stored)}${suffix}: ${note}`,
      about,
      before: auditedRecord(stored),
    })
    return toQuarantined(await recordOr404(db, id), app.env.zone)
  },

  reopen: async ({ app, params: { id }, body: { version }, db, record }) => {
    const stored = await recordOr404(db, id, { lock: true })
    if (version !== undefined && version !== stored.version) throw stale(toQuarantined(stored, app.env.zone))
    if (stored.state !== 'rejected') throw conflict(messages.notRejected, toQuarantined(stored, app.env.zone))
    await reopenRecord(db, id)
    const { about, suffix } = aboutPayments(await paymentsOfRecord(db, stored, [stored.line]))
    await record({ ...aboutRecord(stored), summary: `Undid the rejection of ${nameOf(stored)}${suffix}`, about })
    return toQuarantined(await recordOr404(db, id), app.env.zone)
  },

  counted: async ({ app, db, query }) => {
    const { source, record_type: recordType, external_id: id } = query
    const [found, corrections, lineLabels] = await Promise.all([
      countedRecord({ db, zone: app.env.dayZone }, query),
      correctionsOf(db, query),
      latestCorrections(db, source, recordType, [id]),
    ])
    const line = (found?.line ?? lineLabels.get(id)?.before) as Record<string, unknown> | undefined
    if (!line) throw notFound('record')
    const { outcome: reason = null, refunds = 0 } = found ?? {}
    return { line, is_voided: !found, amount: amountOf(line), reason, refunds, corrections }
  },

  amend: async ({ app, body, db, me, now, record, declareAmount, request, say }) => {
    await lockForCorrecting(db)
    const { zone } = app.env
    const at = { db, source: body.source, ...ingestTime(app.env, now), log: request.log }
    const paidBefore = await paymentsOfRecord(db, body, [{ id: body.external_id }])
    const made = await correct(at, body, { name: me.name }).catch((error: unknown) => {
      if (!(error instanceof NotCorrected)) throw error
      throw error.field === 'line' ? wrongRecord(error.message, zone) : invalid({ [error.field]: error.message })
    })
    const { record_type: recordType, source, external_id: id } = body
    declareAmount(body.released && made.after ? toKobo(amountOf(made.after) ?? 0) : 0, { fresh: ['id'] })
    const paidSince = await paymentsOfRecord(db, body, [made.before, made.after])
    const { about, suffix } = aboutPayments([...new Set([...paidBefore, ...paidSince])])
    await record({
      entity: 'feed correction',
      id: made.id,
      summary: `${CORRECTION_LABELS[made.kind]} ${nameOf({ record_type: recordType, source, external_id: id })}${suffix}: ${body.reason}`,
      about,
      ...(made.before && { before: auditedRecord({ line: made.before as StoredRecord['line'] }) }),
      ...(made.after && { after: auditedRecord({ line: made.after as StoredRecord['line'] }) }),
    })
    say(messages.lineDone(made.kind))
    return correctionOf(db, made.id)
  },

  corrections: async ({ app, db, query: { page, perPage, ...filters } }) => {
    const filter = { ...filters, zone: app.env.zone }
    const [corrections, totalCount, sources] = await Promise.all([
      pageOfCorrections(db, filter, sliceOf({ page, perPage })),
      countCorrections(db, filter),
      sourcesOf(db),
    ])
    return { corrections, totalCount, sources }
  },
  correctionsCsv: (context) => exportCorrections(context),

  createKey: ({ body, me, now, write }) =>
    write(async ({ db, record }) => {
      const { name, source } = body
      const recordTypes = inOrder(body.record_types)
      const made = await named(() => addKey(db, { name, source, recordTypes: recordTypes, createdBy: me.name }, now))
      const key = toWire(made.key)
      await record({ ...about(key), summary: `Created the feed key ${name}`, after: audited(key) })
      return { ...made, key }
    }),

  changeKey: async ({ params, body: { name, record_types: recordTypes, version }, db, record }) => {
    const before = await inUse(db, params.id)
    if (version !== undefined && version !== before.version) throw stale(before)
    const after = toWire(await named(() => changeKey(db, params.id, { name, recordTypes: inOrder(recordTypes) })))
    await record({
      ...about(after),
      summary: `Edited the feed key ${name}`,
      before: audited(before),
      after: audited(after),
    })
    return after
  },

  revokeKey: async ({ params, db, record, now }) => {
    const before = await inUse(db, params.id)
    const after = toWire(await revokeKey(db, params.id, now))
    await record({
      ...about(after),
      summary: `Revoked the feed key ${after.name}`,
      before: audited(before),
      after: audited(after),
    })
    return after
  },
})

/** Places the error of a record at the field that its reason begins with: `line.lines.0.amount`. */
function wrongRecord(reason: string, zone: string) {
  const field = fieldOf(reason)
  return invalid({ [field ? `line.${field}` : 'line']: describeReason(reason, zone) })
}

const isOn = (flag: 'true' | 'false' | '1' | '0' | undefined) => flag === 'true' || flag === '1'

const toWire = (key: Key): FeedKey => ({
  id: key.id,
  name: key.name,
  source: key.source,
  record_types: inOrder(key.recordTypes),
  last4: key.last4,
  created_at: key.createdAt.toISOString(),
  created_by: key.createdBy,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  version: key.version,
})

const about = ({ id }: FeedKey) => ({ entity: 'feed key', id })
/** Returns the values of a key for the audit log, without its secret. */
const audited = ({ name, source, record_types: recordTypes, last4, revoked_at }: FeedKey) => ({
  name,
  source,
  record_types: recordTypes,
  last4,
  revoked_at,
})
const inOrder = (recordTypes: readonly string[]): Scope[] =>
  SCOPES.filter((recordType) => recordTypes.includes(recordType))

async function inUse(db: Db, id: number): Promise<FeedKey> {
  const found = await findKey(db, id)
  if (!found) throw notFound('key')
  const key = toWire(found)
  if (key.revoked_at) throw conflict(messages.isRevoked, key)
  return key
}

async function named<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    throw isNameUsed(error) ? invalid({ name: messages.nameExists }) : error
  }
}
