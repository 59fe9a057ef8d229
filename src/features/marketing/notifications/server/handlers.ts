import type { AuditSummary } from '#server/audit/summary.ts'
import * as z from 'zod/mini'
import { counted } from '#contract/counted.ts'
import { refusal } from '#contract/permissions.ts'
import { clockOf, instantAt, showDay, showInstant } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { lockCode, newCode } from '#server/codes.ts'
import { sliceOf } from '#server/db/page.ts'
import { exportRows, inPages, type CsvColumn } from '#server/http/csv.ts'
import { handle, type Context } from '#server/http/handle.ts'
import { conflict, invalid, invalidInput, notFound, stale } from '#server/http/problem.ts'
import type { ReceivedForm } from '#server/http/upload.ts'
import {
  NewNotification,
  NotificationEdit,
  notifications,
  type Notification,
  type NotificationForm,
} from '../contract.ts'
import { isInQuietHours, messages as audienceMessages } from '../audience-rules.ts'
import {
  audienceLabel,
  CODE,
  CODE_LENGTH,
  DECIDED,
  IMAGE,
  isPast,
  messages,
  notificationProblems,
  scheduleProblems,
  STATE_LABELS,
  type Audience,
} from '../rules.ts'
import { countAudience, type Aim } from './audience.ts'
import { findAudience, named, readLimits } from './audiences.ts'
import { checkImage, keepImage } from './image.ts'
import { sendPushes } from './jobs.ts'
import { readLift } from './lift.ts'
import { deferSending, stopSending } from './sending.ts'
import {
  addNotification,
  cancelNotification,
  changeNotification,
  countOfNotifications,
  findNotification,
  lockNotification,
  notificationWithCode,
  pageOfNotifications,
  type Stored,
  type NotificationInput,
} from './store.ts'

/** From the last time its form said that it is open. */
const EDIT_LOCK_MS = 120_000

const EXPORT = 'notifications.csv'
const EXPORT_PAGE = 1000

export const handlers = handle(notifications, {
  list: async ({ app, db, query }) => {
    const filter = { ...query, zone: app.env.zone }
    const found = await pageOfNotifications(db, filter, sliceOf(query))
    return { notifications: found.map(visible(app)), totalCount: await countOfNotifications(db, filter) }
  },

  csv: async ({ app, db, query: { columns: choice, ...filters }, write }) => {
    const filter = { ...filters, zone: app.env.zone }
    const total = await countOfNotifications(db, filter)
    const rows = inPages<Stored>((after) => pageOfNotifications(db, filter, { limit: EXPORT_PAGE, after }))
    const what = counted(total, 'notification')
    return exportRows(write, { name: EXPORT, what, columns: COLUMNS, choice, rows, total })
  },

  send: async (context) => {
    const { app, db, me, now, write, say } = context
    const { zone } = app.env
    const { fields, file } = await read(context, NewNotification)
    const input = await checked(fields, app, db, now)
    if (fields.code && !CODE.test(fields.code)) throw invalid({ code: messages.badCode })
    if (file) await checkImage(file)
    const code = fields.code || newCode(CODE_LENGTH)
    const image = file ? await keepImage(app.storage, file.data) : await imageOf(context, fields.image_of)
    return write(async ({ db: tx, record, declareAmount }) => {
      await lockCode(tx, code)
      const existing = await notificationWithCode(tx, zone, code)
      if (existing) {
        if (!isSentAgain(existing, { ...input, image }, zone))
          throw conflict(messages.sentBefore, visible(app)(existing))
        declareAmount(0)
        await record({ ...about(existing), summary: `Repeated the request for the notification ${existing.title}` })
        say(outcomeOf(existing))
        return visible(app)(existing)
      }
      if (await app.isCodeUsed(tx, code)) throw invalid({ code: messages.codeExists })
      await assertNotQuietHours(tx, input, zone)
      await assertTestRecipients(tx, aimOf(input, code), input, now, zone)
      const made = await addNotification(tx, zone, { ...input, image, code }, me.name, now)
      await app.jobs.send(sendPushes, {}, { db: tx, startAfter: input.sendAt })
      const summary: AuditSummary = input.isScheduled
        ? `Scheduled the notification ${made.title} for ${showInstant(input.sendAt, zone)}`
        : `Sent the notification ${made.title}`
      declareAmount(await reachedBy(tx, aimOf(input, code), now, zone), {
        fresh: ['id', ...(fields.code ? [] : ['code']), ...momentOf(input)],
      })
      await record({ ...about(made), summary, after: audited(made) })
      say(outcomeOf(made))
      return visible(app)(made)
    })
  },

  fetch: async ({ app, db, params }) => visible(app)(orNotFound(await findNotification(db, app.env.zone, params.id))),

  change: async (context) => {
    const { app, db, params, now, write, say } = context
    const { zone } = app.env
    const { fields, file } = await read(context, NotificationEdit)
    asSeen(app, stillOpen(orNotFound(await findNotification(db, zone, params.id))), fields.version)
    const input = await checked(fields, app, db, now)
    if (file) await checkImage(file)
    const image = file && (await keepImage(app.storage, file.data))
    return write(async ({ db: tx, record, declareAmount }) => {
      const before = asSeen(app, stillOpen(orNotFound(await lockNotification(tx, zone, params.id))), fields.version)
      await assertNotQuietHours(tx, input, zone)
      await assertTestRecipients(tx, aimOf(input, before.code), input, now, zone)
      const previous = fields.remove_image === 'true' ? '' : before.image
      const after = await changeNotification(tx, zone, before.id, { ...input, image: image ?? previous })
      await app.jobs.send(sendPushes, {}, { db: tx, startAfter: input.sendAt })
      declareAmount(await reachedBy(tx, aimOf(input, before.code), now, zone), { fresh: momentOf(input) })
      const summary: AuditSummary = `Edited the notification ${after.title}`
      await record({ ...about(after), summary, before: audited(before), after: audited(after) })
      say(outcomeOf(after))
      return visible(app)(after)
    })
  },

  lock: async ({ app, db, params, now }) => {
    const { zone } = app.env
    const { id } = stillOpen(orNotFound(await lockNotification(db, zone, params.id)))
    await deferSending(db, id, new Date(now.getTime() + EDIT_LOCK_MS))
    return visible(app)((await findNotification(db, zone, id))!)
  },

  cancel: async ({ app, db, params, body, now, record, say }) => {
    const { zone } = app.env
    const found = orNotFound(await lockNotification(db, zone, params.id))
    const isStopped = found.state === 'sending'
    const before = asSeen(app, isStopped ? found : stillOpen(found), body.version)
    if (isStopped) await stopSending(db, before.id, zone, now)
    else await cancelNotification(db, before.id)
    const after = (await findNotification(db, zone, before.id))!
    const summary: AuditSummary = `${isStopped ? 'Stopped' : 'Cancelled'} the notification ${after.title}`
    await record({ ...about(after), summary, before: audited(before), after: audited(after) })
    if (isStopped) say(messages.stopped)
    return visible(app)(after)
  },

  audience: async ({
    app,
    db,
    query: { audience, email = '', audience_id, control_percent: controlPercent, code = '' },
    now,
  }) => {
    const conditions = audience === 'SAVED-AUDIENCE' ? (await savedAudience(db, audience_id)).conditions : null
    return countAudience(db, { audience, email, conditions, control_percent: controlPercent, code }, now, app.env.zone)
  },

  lift: async ({ app, db, params, now }) => {
    const lift = await readLift(db, params.id, app.env.zone, now)
    if (lift === undefined) throw notFound('notification')
    return lift
  },
})

/** The screen's columns, and what they hold each by itself. */
const COLUMNS: CsvColumn<Stored>[] = [
  { id: 'title', title: 'Title', cell: (of) => of.title },
  { id: 'body', title: 'Body', cell: (of) => of.body },
  { id: 'audience', title: 'Audience', cell: audienceLabel },
  { id: 'name', title: 'Function', cell: (of) => of.name },
  { id: 'date', title: 'Schedule Date', cell: (of) => `${showDay(of.schedule_date)} ${of.schedule_time}` },
  { id: 'state', title: 'Status', cell: (of) => STATE_LABELS[of.state] },
  { id: 'devices', title: 'Devices', cell: (of) => of.devices },
  { id: 'totalReceived', title: 'Accepted', cell: (of) => of.totalReceived },
  { id: 'totalClicks', title: 'Clicks', cell: (of) => of.totalClicks },
  { id: 'purchases', title: 'Purchases', cell: (of) => of.purchases, adds: true },
  { id: 'revenue', title: 'Revenue', cell: (of) => of.revenueGenerated, adds: true },
]

const about = ({ id }: Stored) => ({ entity: 'notification', id })
/** What the audit keeps of it. */
const audited = (of: Stored) => ({
  title: of.title,
  body: of.body,
  link: of.link,
  image: of.image,
  name: of.name,
  audience: of.audience,
  audience_name: of.audience_name,
  audience_description: of.audience_description,
  control_percent: of.control_percent,
  email: of.email,
  schedule_date: of.schedule_date,
  schedule_time: of.schedule_time,
  is_scheduled: of.is_scheduled,
  code: of.code,
  state: of.state,
})

const visible =
  ({ origin, clock }: App) =>
  ({ notBefore, ...found }: Stored): Notification => {
    const isOpen = found.state === 'scheduled' || found.state === 'sending'
    const waitsUntil = isOpen && notBefore && Date.parse(notBefore) > clock.now().getTime() ? notBefore : null
    const begins = waitsUntil && waitsUntil > found.sendAt ? waitsUntil : found.sendAt
    return {
      ...found,
      image: found.image.startsWith('/') ? origin + found.image : found.image,
      beginsIn: found.state === 'scheduled' && !found.is_scheduled ? secondsTo(begins, clock.now()) : null,
      waitsUntil,
    }
  }

const secondsTo = (at: string, now: Date) => Math.max(0, Math.ceil((Date.parse(at) - now.getTime()) / 1000))

/** What the form says, without its image. */
type NotificationFields = Omit<NotificationInput, 'image'>

type Form<F> = { fields: F; file: ReceivedForm['file'] }

async function read<S extends z.core.$ZodType>(
  { form }: Pick<Context<(typeof notifications)['send']>, 'form'>,
  schema: S,
): Promise<Form<z.core.output<S>>> {
  const { fields, file } = await form(IMAGE.bytes)
  const parsed = z.safeParse(schema, fields)
  if (!parsed.success) throw invalidInput(parsed.error.issues)
  return { fields: parsed.data, file }
}

/** The form as it is stored. @throws 422 with one entry for each field that is wrong */
async function checked(
  fields: z.infer<typeof NotificationForm>,
  { env }: App,
  db: Db,
  now: Date,
): Promise<NotificationFields> {
  const isScheduled = fields.is_scheduled === 'true'
  const problems = { ...notificationProblems(fields), ...(isScheduled && scheduleProblems(fields)) }
  if (Object.keys(problems).length) throw invalid(problems)
  const waits = fields.audience === 'TEST-USER' ? 0 : env.pushUndoSeconds
  const sendAt = isScheduled
    ? instantAt(fields.schedule_date, fields.schedule_time, env.zone)
    : new Date(now.getTime() + waits * 1000)
  if (isPast(sendAt, now)) throw invalid({ schedule_time: messages.past })
  const { title, body, link, name, email } = fields
  const audience = fields.audience as Audience
  const isTest = audience === 'TEST-USER'
  const saved = audience === 'SAVED-AUDIENCE' ? await savedAudience(db, Number(fields.audience_id)) : null
  const controlPercent = isTest ? 0 : Number(fields.control_percent)
  return {
    title,
    body,
    link,
    name,
    audience,
    saved,
    control_percent: controlPercent,
    email: isTest ? email : '',
    isScheduled,
    sendAt,
  }
}

/** A saved audience as a notification keeps it. @throws 422 where there is no such one */
async function savedAudience(db: Db, id: number | undefined) {
  const found = id === undefined ? undefined : await findAudience(db, id)
  if (!found) throw invalid({ audience_id: messages.noAudience })
  const { description } = (await named(db, [found]))[0]!
  return { id: found.id, name: found.name, conditions: found.conditions, description }
}

const aimOf = ({ audience, email, saved, control_percent: controlPercent }: NotificationFields, code: string): Aim => ({
  audience,
  email,
  conditions: saved?.conditions ?? null,
  control_percent: controlPercent,
  code,
})

const FIELDS = ['title', 'body', 'link', 'image', 'name', 'audience', 'email', 'control_percent'] as const

/** The same notification asked for a second time, because the first answer was lost. */
const isSentAgain = (found: Stored, input: NotificationInput, zone: string) =>
  FIELDS.every((field) => found[field] === input[field]) &&
  found.audience_id === (input.saved?.id ?? null) &&
  found.is_scheduled === input.isScheduled &&
  (!input.isScheduled || instantAt(found.schedule_date, found.schedule_time, zone).getTime() === input.sendAt.getTime())

const outcomeOf = ({ is_scheduled, schedule_date, schedule_time }: Stored) =>
  is_scheduled ? `Scheduled for ${showDay(schedule_date)} ${schedule_time}` : messages.sent

function orNotFound(found: Stored | undefined): Stored {
  if (!found) throw notFound('notification')
  return found
}

/** The image of another one, for somebody who may see it; none where none is asked for. @throws 422 where there is no such one */
async function imageOf(
  { app, db, me }: Pick<Context<(typeof notifications)['send']>, 'app' | 'db' | 'me'>,
  id: string,
) {
  if (!id) return ''
  const isKnown = /^\d{1,9}$/.test(id) && !refusal(me, notifications.fetch.permission)
  const found = isKnown ? await findNotification(db, app.env.zone, Number(id)) : undefined
  if (!found) throw invalid({ image_of: messages.noSuchNotification })
  return found.image
}

/** One that nobody has claimed yet. @throws 409 */
function stillOpen(found: Stored): Stored {
  if (found.state !== 'scheduled') throw conflict(DECIDED[found.state])
  return found
}

/** As its editor saw it. @throws 409 */
function asSeen(app: App, found: Stored, version: number | undefined): Stored {
  if (version !== undefined && version !== found.version) throw stale(visible(app)(found))
  return found
}

/** How many devices it goes to, as far as is known now. */
const reachedBy = async (tx: Db, aim: Aim, now: Date, zone: string): Promise<number> =>
  (await countAudience(tx, aim, now, zone)).devices

/** What is sent at once has another time each time. */
const momentOf = ({ isScheduled }: Pick<NotificationInput, 'isScheduled'>) =>
  isScheduled ? [] : ['schedule_date', 'schedule_time']

/** @throws 422 for a test that would reach no device now */
async function assertTestRecipients(
  tx: Db,
  aim: Aim,
  input: NotificationFields,
  now: Date,
  zone: string,
): Promise<void> {
  if (input.audience !== 'TEST-USER' || input.isScheduled) return
  if ((await countAudience(tx, aim, now, zone)).devices === 0) throw invalid({ email: messages.noDevice })
}

/** @throws 422 or 409 for one that would begin in quiet hours; a test may */
async function assertNotQuietHours(
  tx: Db,
  { audience, isScheduled, sendAt }: NotificationFields,
  zone: string,
): Promise<void> {
  const limits = await readLimits(tx)
  if (audience === 'TEST-USER' || !isInQuietHours(limits, clockOf(sendAt, zone))) return
  const reason = audienceMessages.quiet(limits)
  throw isScheduled ? invalid({ schedule_time: reason }) : conflict(reason)
}
