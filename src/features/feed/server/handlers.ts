import { toKobo } from '#contract/money.ts'
import { addKey, changeKey, everyKey, findKey, isNameUsed, revokeKey, type Key } from '#server/auth/keys.ts'
import type { Db } from '#server/db/connect.ts'
import { yieldToInteractive } from '#server/db/give-way.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#server/http/problem.ts'
import { feed, type FeedKey } from '../contract.ts'
import { CORRECTION_LABELS, fieldOf, inWords, messages, SCOPES, type Scope } from '../rules.ts'
import {
  auditedLine,
  aboutLine,
  aboutPayments,
  detailOf,
  lineOr404,
  nameOf,
  openLine,
  paymentsOfLine,
  takeAgain,
} from './deciding.ts'
import { lastWords } from './corrected.ts'
import { countsOf } from './counts.ts'
import { amountOf, correct, countedLine, NotCorrected } from './correcting.ts'
import { correctionOf, correctionsOf, countCorrections, exportCorrections, pageOfCorrections } from './corrections.ts'
import { exportLines } from './exports.ts'
import {
  countLines,
  forget,
  holdStill,
  pageOfLines,
  reject,
  reopen,
  sourcesOf,
  toKept,
  type StoredLine,
} from './store.ts'
import { isCounted, takenAt } from './streams/taking.ts'
import { beforeCorrecting } from './streams/waiting.ts'
import { tell } from './tell.ts'

export const handlers = handle(feed, {
  tell: async ({ app, params: { stream }, query, body, me, now, write, request }) => {
    const { key } = me
    if (!key?.streams.includes(stream)) throw forbidden(messages.notYours)
    const [isTry, isStrict] = [isOn(query.dry_run), isOn(query.strict)]
    const sender = { source: key.source, keyId: key.id, ...takenAt(app.env, now), log: request.log }
    await yieldToInteractive(app.database)
    const told = await tell({ write, ...sender, isTry, isStrict }, stream, body)
    const { accepted, duplicate, waiting, held, refused } = told
    if (!isTry) app.watch.metrics.feedLines(stream, { accepted, duplicate, waiting, held, refused })
    return told
  },

  keys: async ({ db }) => ({ keys: (await everyKey(db)).map(toWire) }),
  counts: async ({ app, db, query: { days }, now }) => ({
    counts: await countsOf(db, { days, now, zone: app.env.zone }),
  }),
  lines: async ({ app, db, query: { page, perPage, ...asked } }) => {
    const filter = { ...asked, zone: app.env.zone }
    const [lines, totalCount, sources] = await Promise.all([
      pageOfLines(db, filter, sliceOf({ page, perPage })),
      countLines(db, filter),
      sourcesOf(db),
    ])
    return { lines, totalCount, sources }
  },
  linesCsv: (context) => exportLines(context),
  line: async ({ app, db, params }) => detailOf(db, await lineOr404(db, params.id), app.env.zone),

  release: async ({ app, params: { id }, body: { note, version }, db, record, weigh, now, request }) => {
    const { zone } = app.env
    const kept = await openLine(db, id, version, zone)
    const at = { db, source: kept.source, ...takenAt(app.env, now), log: request.log }
    const { outcome } = await takeAgain({ ...at, released: true }, kept.stream, kept.line)
    if (!isCounted(outcome)) throw conflict(inWords(outcome.reason ?? messages.stillWaits, zone), toKept(kept, zone))
    await forget(db, id)
    weigh(toKobo(kept.amount))
    const { about, words } = aboutPayments(await paymentsOfLine(db, kept, [kept.line]))
    await record({
      ...aboutLine(kept),
      summary: `Released ${nameOf(kept)}${words}: ${note}`,
      about,
      before: auditedLine(kept),
    })
    return { id, state: outcome.state, line: null }
  },

  correct: async ({ app, params: { id }, body, db, record, now, request, say }) => {
    const { zone } = app.env
    const kept = await openLine(db, id, body.version, zone)
    if (body.line.id !== kept.external_id) throw invalid({ line: messages.otherId })
    const at = { db, source: kept.source, ...takenAt(app.env, now), log: request.log }
    const { line, outcome } = await takeAgain(at, kept.stream, body.line)
    if (!line) throw wrongLine(outcome.reason!, zone)
    const isDone = isCounted(outcome)
    if (isDone) await forget(db, id)
    else await holdStill(db, id, { line, guard: outcome.guard, reason: outcome.reason })
    const { about, words } = aboutPayments(await paymentsOfLine(db, kept, [kept.line, line]))
    await record({
      ...aboutLine(kept),
      summary: `Corrected ${nameOf(kept)}${words}`,
      about,
      before: auditedLine(kept),
      after: auditedLine({ ...kept, line: line as StoredLine['line'] }),
    })
    if (!isDone) say(outcome.reason ? `Saved, and held still. ${inWords(outcome.reason, zone)}` : messages.stillWaits)
    return { id, state: outcome.state, line: isDone ? null : toKept(await lineOr404(db, id), zone) }
  },

  reject: async ({ app, params: { id }, body: { note, version }, me, db, record, now }) => {
    const kept = await openLine(db, id, version, app.env.zone)
    await reject(db, id, { note, by: me.name, now })
    const { about, words } = aboutPayments(await paymentsOfLine(db, kept, [kept.line]))
    await record({
      ...aboutLine(kept),
      summary: `Rejected ${nameOf(kept)}${words}: ${note}`,
      about,
      before: auditedLine(kept),
    })
    return toKept(await lineOr404(db, id), app.env.zone)
  },

  reopen: async ({ app, params: { id }, body: { version }, db, record }) => {
    const kept = await lineOr404(db, id, { lock: true })
    if (version !== undefined && version !== kept.version) throw stale(toKept(kept, app.env.zone))
    if (kept.state !== 'rejected') throw conflict(messages.notRejected, toKept(kept, app.env.zone))
    await reopen(db, id)
    const { about, words } = aboutPayments(await paymentsOfLine(db, kept, [kept.line]))
    await record({ ...aboutLine(kept), summary: `Took the rejection of ${nameOf(kept)}${words} back`, about })
    return toKept(await lineOr404(db, id), app.env.zone)
  },

  counted: async ({ app, db, query }) => {
    const { source, stream, external_id: id } = query
    const [found, corrections, words] = await Promise.all([
      countedLine({ db, zone: app.env.dayZone }, query),
      correctionsOf(db, query),
      lastWords(db, source, stream, [id]),
    ])
    const line = (found?.line ?? words.get(id)?.before) as Record<string, unknown> | undefined
    if (!line) throw notFound('line')
    const { why = null, refunds = 0 } = found ?? {}
    return { line, is_voided: !found, amount: amountOf(line), why, refunds, corrections }
  },

  amend: async ({ app, body, db, me, now, record, weigh, request, say }) => {
    await beforeCorrecting(db)
    const { zone } = app.env
    const at = { db, source: body.source, ...takenAt(app.env, now), log: request.log }
    const paidBefore = await paymentsOfLine(db, body, [{ id: body.external_id }])
    const made = await correct(at, body, { name: me.name }).catch((error: unknown) => {
      if (!(error instanceof NotCorrected)) throw error
      throw error.field === 'line' ? wrongLine(error.message, zone) : invalid({ [error.field]: error.message })
    })
    const { stream, source, external_id: id } = body
    weigh(body.released && made.after ? toKobo(amountOf(made.after) ?? 0) : 0, { fresh: ['id'] })
    const paidSince = await paymentsOfLine(db, body, [made.before, made.after])
    const { about, words } = aboutPayments([...new Set([...paidBefore, ...paidSince])])
    await record({
      entity: 'feed correction',
      id: made.id,
      summary: `${CORRECTION_LABELS[made.kind]} ${nameOf({ stream, source, external_id: id })}${words}: ${body.reason}`,
      about,
      ...(made.before && { before: auditedLine({ line: made.before as StoredLine['line'] }) }),
      ...(made.after && { after: auditedLine({ line: made.after as StoredLine['line'] }) }),
    })
    say(messages.lineDone(made.kind))
    return correctionOf(db, made.id)
  },

  corrections: async ({ app, db, query: { page, perPage, ...asked } }) => {
    const filter = { ...asked, zone: app.env.zone }
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
      const streams = inOrder(body.streams)
      const made = await named(() => addKey(db, { name, source, streams, createdBy: me.name }, now))
      const key = toWire(made.key)
      await record({ ...about(key), summary: `Made the feed key ${name}`, after: audited(key) })
      return { ...made, key }
    }),

  changeKey: async ({ params, body: { name, streams, version }, db, record }) => {
    const before = await inUse(db, params.id)
    if (version !== undefined && version !== before.version) throw stale(before)
    const after = toWire(await named(() => changeKey(db, params.id, { name, streams: inOrder(streams) })))
    await record({
      ...about(after),
      summary: `Changed the feed key ${name}`,
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

/** What is wrong with a line, at its field where it begins with one: `line.lines.0.amount`. */
function wrongLine(reason: string, zone: string) {
  const field = fieldOf(reason)
  return invalid({ [field ? `line.${field}` : 'line']: inWords(reason, zone) })
}

const isOn = (flag: 'true' | 'false' | '1' | '0' | undefined) => flag === 'true' || flag === '1'

const toWire = (key: Key): FeedKey => ({
  id: key.id,
  name: key.name,
  source: key.source,
  streams: inOrder(key.streams),
  hint: key.hint,
  created_at: key.createdAt.toISOString(),
  created_by: key.createdBy,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  version: key.version,
})

const about = ({ id }: FeedKey) => ({ entity: 'feed key', id })
/** What the audit keeps of a key: never the secret, which no key carries. */
const audited = ({ name, source, streams, hint, revoked_at }: FeedKey) => ({ name, source, streams, hint, revoked_at })
const inOrder = (streams: readonly string[]): Scope[] => SCOPES.filter((stream) => streams.includes(stream))

async function inUse(db: Db, id: number): Promise<FeedKey> {
  const found = await findKey(db, id)
  if (!found) throw notFound('key')
  const key = toWire(found)
  if (key.revoked_at) throw conflict(messages.isRevoked, key)
  return key
}

async function named<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw isNameUsed(error) ? invalid({ name: messages.nameTaken }) : error
  }
}
