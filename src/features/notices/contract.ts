import * as z from 'zod/mini'
import { Instant, paging, TABLE_ROWS } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { MAILS, messages } from './rules.ts'

/** One person's notice. Equal ones are one notice until it is read. */
export const Notice = z.object({
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
export type Notice = z.infer<typeof Notice>

/** How one gets a kind. */
export const KindChoice = z.object({
  kind: z.string(),
  label: z.string(),
  about: z.string(),
  inOffice: z.boolean(),
  mail: z.enum(MAILS),
})
export type KindChoice = z.infer<typeof KindChoice>

const Unread = z.object({ unread: z.int() })

/** One's own notices: nobody else's are reached by these calls. */
export const notices = endpoints('notices', {
  list: {
    method: 'GET',
    path: '/notices',
    permission: 'person',
    summary: "One's notices, newest first",
    allowReplica: true,
    query: z.object({
      ...paging(TABLE_ROWS),
      kind: z.optional(z.string().check(z.maxLength(100, 'At most 100 characters'))),
      state: z.optional(z.enum(['unread'], 'state is unread')),
    }),
    reply: z.object({ notices: z.array(Notice), totalCount: z.int() }),
  },
  unread: {
    method: 'GET',
    path: '/notices/unread',
    permission: 'person',
    summary: 'How many of them are not read',
    allowReplica: true,
    reply: Unread,
  },
  read: {
    method: 'PATCH',
    path: '/notices/{id}',
    permission: 'person',
    summary: 'Mark one as read',
    params: z.object({
      id: z.coerce
        .number(messages.noSuchNotice)
        .check(
          z.int(messages.noSuchNotice),
          z.minimum(1, messages.noSuchNotice),
          z.maximum(Number.MAX_SAFE_INTEGER, messages.noSuchNotice),
        ),
    }),
    reply: Unread,
    audit: 'none',
  },
  readAll: {
    method: 'POST',
    path: '/notices/read',
    permission: 'person',
    summary: 'Mark all of them as read',
    reply: Unread,
    says: messages.allRead,
    audit: 'none',
  },
  choices: {
    method: 'GET',
    path: '/notices/choices',
    permission: 'person',
    summary: 'Which kinds one can get, and how one gets them',
    reply: z.object({
      kinds: z.array(KindChoice),
      /** When the daily letter is written, on the clock of the chain's zone. */
      digestAt: z.string(),
    }),
  },
  choose: {
    method: 'PUT',
    path: '/notices/choices/{kind}',
    permission: 'person',
    summary: 'Choose how one gets a kind',
    params: z.object({ kind: z.string().check(z.maxLength(100, 'At most 100 characters')) }),
    body: z.object({ inOffice: z.boolean(messages.noChoice), mail: z.enum(MAILS, messages.noMail) }),
    reply: KindChoice,
    says: messages.chosen,
  },
})
