import * as z from 'zod/mini'
import { Instant, paging, TABLE_ROWS } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { EMAIL_MODES, messages } from './rules.ts'

/** One person's alert. Equal ones are one alert until it is read. */
export const Alert = z.object({
  id: z.int(),
  kind: z.string(),
  /** What its kind is called; its name where this server does not know it. */
  kindLabel: z.string(),
  title: z.string(),
  detail: z.string(),
  /** Where in the office it leads. */
  path: z.string(),
  count: z.int(),
  firstAt: Instant,
  lastAt: Instant,
  /** Since when it is over, and how it ended where there is something to say. */
  endedAt: z.nullable(Instant),
  ended: z.string(),
  isRead: z.boolean(),
})
export type Alert = z.infer<typeof Alert>

/** How one gets a kind. */
export const KindChoice = z.object({
  kind: z.string(),
  label: z.string(),
  about: z.string(),
  inOffice: z.boolean(),
  email: z.enum(EMAIL_MODES),
})
export type KindChoice = z.infer<typeof KindChoice>

const Unread = z.object({ unread: z.int() })

/** One's own alerts: nobody else's are reached by these calls. */
export const alerts = endpoints('alerts', {
  list: {
    method: 'GET',
    path: '/alerts',
    permission: 'person',
    summary: 'List your alerts, newest first',
    allowReplica: true,
    query: z.object({
      ...paging(TABLE_ROWS),
      kind: z.optional(z.string().check(z.maxLength(100, 'Enter up to 100 characters'))),
      state: z.optional(z.enum(['unread'], 'state must be unread')),
    }),
    reply: z.object({ alerts: z.array(Alert), totalCount: z.int() }),
  },
  unread: {
    method: 'GET',
    path: '/alerts/unread',
    permission: 'person',
    summary: 'Count your unread alerts',
    allowReplica: true,
    reply: Unread,
  },
  read: {
    method: 'PATCH',
    path: '/alerts/{id}',
    permission: 'person',
    summary: 'Mark an alert as read',
    params: z.object({
      id: z.coerce
        .number(messages.noSuchAlert)
        .check(
          z.int(messages.noSuchAlert),
          z.minimum(1, messages.noSuchAlert),
          z.maximum(Number.MAX_SAFE_INTEGER, messages.noSuchAlert),
        ),
    }),
    reply: Unread,
    audit: 'none',
  },
  readAll: {
    method: 'POST',
    path: '/alerts/read',
    permission: 'person',
    summary: 'Mark all your alerts as read',
    reply: Unread,
    says: messages.allRead,
    audit: 'none',
  },
  choices: {
    method: 'GET',
    path: '/alerts/choices',
    permission: 'person',
    summary: 'List kinds of alerts and how you get them',
    reply: z.object({
      kinds: z.array(KindChoice),
      /** When the daily email is written, on the clock of the chain's zone. */
      dailyEmailAt: z.string(),
    }),
  },
  choose: {
    method: 'PUT',
    path: '/alerts/choices/{kind}',
    permission: 'person',
    summary: 'Choose how you get a kind of alert',
    params: z.object({ kind: z.string().check(z.maxLength(100, 'Enter up to 100 characters')) }),
    body: z.object({ inOffice: z.boolean(messages.noChoice), email: z.enum(EMAIL_MODES, messages.noEmailMode) }),
    reply: KindChoice,
    says: messages.chosen,
  },
})
