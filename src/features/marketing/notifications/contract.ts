import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { ColumnChoice, Day, DbId, Instant, SearchTerm, Version, paging, tidied } from '#contract/atoms.ts'
import { choice, counts, days } from '#contract/filter.ts'
import { AudienceCount } from './audience-contract.ts'
import { AUDIENCES, CONTROL_PERCENT_MOST, messages, PAGE, STATES } from './rules.ts'

/** A push notification (operations 3), and how far it is. */
export const Notification = z.object({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  audience: z.enum(AUDIENCES),
  /** Of a saved audience: which, and what it was called and said when the notification was saved. */
  audience_id: z.nullable(z.int()),
  audience_name: z.string(),
  audience_description: z.string(),
  /** Percent of the audience's people who do not get it, to compare them with the others. */
  control_percent: z.int(),
  /** The day and the clock of the chain's zone at which it is sent, or was. */
  schedule_date: Day,
  schedule_time: z.string(),
  is_scheduled: z.boolean(),
  /** Devices for which the push service accepted it. */
  totalReceived: z.int(),
  /** Devices on which it was opened. */
  totalClicks: z.int(),
  /** Purchases that carry its code. */
  purchases: z.int(),
  link: z.string(),
  image: z.string(),
  /** Of the test user; else empty. */
  email: z.string(),
  name: z.string(),
  code: z.string(),
  state: z.enum(STATES),
  /**
   * While and after it is sent: the audience's devices, those that no longer are, and those that it did not reach. Of one
   * that was stopped, the rest of the devices stayed unsent.
   */
  devices: z.int(),
  unregistered: z.int(),
  failed: z.int(),
  /** Devices of its audience that it leaves out: children without their guardian's consent. */
  excluded: z.int(),
  /** The same of people who had as many as anybody gets in a week, and of those who are held out. */
  rateLimited: z.int(),
  controlGroup: z.int(),
  /** What those purchases brought, refunds taken off, in naira. */
  revenueGenerated: z.number(),
  /** When it begins, or was to. */
  sendAt: Instant,
  /** Of one that waits to be sent at once: seconds until it begins. */
  beginsIn: z.nullable(z.int()),
  /** Until when it waits beyond that: quiet hours, whoever edits it, or a push service that has had too much. */
  waitsUntil: z.nullable(Instant),
  createdAt: Instant,
  createdBy: z.string(),
  finishedAt: z.nullable(Instant),
  version: z.int(),
})
export type Notification = z.infer<typeof Notification>

const field = z._default(z.string().check(tidied), '')
const flag = (name: string) => z._default(z.enum(['true', 'false', ''], `${name} is true or false`), 'false')

/** The fields of the form (operations 7) beside its file; what is wrong with them the rules say. */
export const NotificationForm = z.object({
  title: field,
  link: field,
  audience: field,
  /** Of SAVED-AUDIENCE: the number of the saved audience. */
  audience_id: field,
  /** Percent that is held out, 0 to 50; empty for none. */
  control_percent: field,
  body: field,
  code: field,
  schedule_time: field,
  is_scheduled: flag('is_scheduled'),
  schedule_date: field,
  email: field,
  name: field,
})
/** Of a new one, besides: the notification whose image it takes where no file comes along. */
export const NewNotification = z.extend(NotificationForm, { image_of: field })
/** Of an edit, besides: the image is taken away, and the version that it is based on. */
export const NotificationEdit = z.extend(NotificationForm, {
  remove_image: flag('remove_image'),
  version: z.optional(z.coerce.number('version is a number').check(z.int('version is a number'))),
})

const filter = {
  search: SearchTerm,
  state: choice(STATES, `state is one of ${STATES.join(', ')}`),
  audience: choice(AUDIENCES, messages.badAudience),
  /** When they are sent, or were. */
  date: days(),
  clicks: counts(),
  purchases: counts(),
  /** Of the days, both included, on which they are sent or were. */
  start_date: z.optional(Day),
  end_date: z.optional(Day),
}

/** Naira a head, of people who are customers. Null where nobody was held out, or it has not begun. */
const Lift = z.nullable(
  z.object({
    /** Until when purchases count. */
    until: Instant,
    isOver: z.boolean(),
    reached: z.object({ people: z.int(), buyers: z.int(), spent: z.number() }),
    control: z.object({ people: z.int(), buyers: z.int(), spent: z.number() }),
    /** Reached less held, and between what it lies with 95% certainty. */
    difference: z.number(),
    low: z.number(),
    high: z.number(),
    /** Too few to tell, no clear difference, or who was reached spent more or less. */
    verdict: z.enum(['few', 'unclear', 'more', 'less']),
  }),
)

const params = z.object({
  id: DbId(messages.noSuchNotification),
})

/** Operations 7: Notifications. */
export const notifications = endpoints('notifications', {
  list: {
    method: 'GET',
    path: '/notification/get-push-notifications',
    permission: 'notifications:read',
    summary: 'List push notifications with their results, latest first',
    allowReplica: true,
    query: z.object({ ...paging(PAGE), ...filter }),
    reply: z.object({ notifications: z.array(Notification), totalCount: z.int() }),
  },
  csv: {
    method: 'GET',
    path: '/notification/get-push-notifications.csv',
    permission: 'notifications:export',
    summary: 'Export push notifications as CSV, with the same filters',
    allowReplica: true,
    query: z.object({ ...filter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
  send: {
    method: 'POST',
    path: '/notification/send-push-notification',
    permission: 'notifications:write',
    approval: 'pushes',
    summary: 'Send a push notification now or schedule it. Multipart, with an optional image. Each code is sent once.',
    body: NewNotification,
    files: true,
    reply: Notification,
    says: messages.sent,
    alsoStale: ['calendar'],
    transaction: 'own',
  },
  fetch: {
    method: 'GET',
    path: '/notification/get-push-notification/{id}',
    permission: 'notifications:read',
    summary: 'Fetch a push notification',
    params,
    reply: Notification,
  },
  change: {
    method: 'PUT',
    path: '/notification/edit-push-notification/{id}',
    permission: 'notifications:write',
    approval: 'pushes',
    summary: 'Edit a scheduled notification before it is sent (multipart)',
    params,
    body: NotificationEdit,
    files: true,
    reply: Notification,
    alsoStale: ['calendar'],
    transaction: 'own',
  },
  lock: {
    method: 'POST',
    path: '/notification/hold-push-notification/{id}',
    permission: 'notifications:write',
    summary: 'Delay a scheduled notification by two minutes, for example while its form is open',
    params,
    reply: Notification,
    unkept: 'A repeated delay starts the two minutes again',
    audit: 'none',
  },
  cancel: {
    method: 'POST',
    path: '/notification/cancel-push-notification/{id}',
    permission: 'notifications:write',
    summary: 'Cancel a notification, or stop one that is being sent',
    params,
    body: z.object({ version: Version }),
    reply: Notification,
    says: messages.cancelled,
    alsoStale: ['calendar'],
  },
  audience: {
    method: 'GET',
    path: '/notification/get-audience',
    permission: 'notifications:write',
    summary: 'Count the devices and customers a notification would reach now',
    query: z.object({
      audience: z.enum(AUDIENCES, messages.badAudience),
      email: z.optional(z.string().check(z.trim(), z.maxLength(320, messages.badEmail))),
      audience_id: z.optional(DbId(messages.noAudience)),
      control_percent: z._default(
        z.coerce
          .number(messages.badControlPercent)
          .check(
            z.int(messages.badControlPercent),
            z.minimum(0),
            z.maximum(CONTROL_PERCENT_MOST, messages.badControlPercent),
          ),
        0,
      ),
      /** The notification's: it decides who is held out. */
      code: z.optional(z.string().check(z.maxLength(20))),
    }),
    reply: AudienceCount,
  },
  lift: {
    method: 'GET',
    path: '/notification/get-lift/{id}',
    permission: 'notifications:read',
    summary: 'Compare purchases of recipients with those of the control group',
    allowReplica: true,
    params,
    reply: Lift,
  },
})
