import { showCount } from '#contract/counted.ts'
import { isLink } from '#contract/atoms.ts'
import { hasAtMost } from '#contract/characters.ts'
import { withCode } from '#contract/code.ts'
import { errors } from '#contract/errors.ts'
import { isEmail } from '#contract/email.ts'
import { isDay } from '#contract/time.ts'

/** Rules and messages of push notifications (operations 2, 4, 5, 8, 9). */

export const PAGE = 10
export const CODE_LENGTH = 8
export const CODE = /^[A-Za-z0-9]{8}$/
/** Of title, body and the rest, in any alphabet, the push service's 4096 bytes hold so much. */
export const TITLE_LENGTH = 100
export const BODY_LENGTH = 500
export const NAME_LENGTH = 100
const LINK_LENGTH = 2000
/** Percent of an audience. */
export const CONTROL_PERCENT_MOST = 50
/** What the history shows of them. */
export const BODY_PREVIEW = 45
export const NAME_PREVIEW = 30

export const AUDIENCES = ['TEST-USER', 'ALL-USERS', 'SUBSCRIBED-USERS', 'UNSUBSCRIBED-USERS', 'SAVED-AUDIENCE'] as const
export type Audience = (typeof AUDIENCES)[number]
export const AUDIENCE_LABELS: Record<Audience, string> = {
  'TEST-USER': 'Test user',
  'ALL-USERS': 'All users',
  'SUBSCRIBED-USERS': 'Subscribed users',
  'UNSUBSCRIBED-USERS': 'Unsubscribed users',
  'SAVED-AUDIENCE': 'Saved audience',
}
/** What the audience of a notification is called: a saved one by its name. */
export const audienceLabel = ({ audience, audience_name }: { audience: Audience; audience_name: string }): string =>
  audience_name || AUDIENCE_LABELS[audience]

export const STATES = ['scheduled', 'sending', 'sent', 'stopped', 'cancelled', 'missed'] as const
export type NotificationState = (typeof STATES)[number]
export const STATE_LABELS: Record<NotificationState, string> = {
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
  stopped: 'Stopped',
  cancelled: 'Cancelled',
  missed: 'Missed',
}
/** Why it can not be changed any more, nor, unless it is being sent, cancelled. */
export const DECIDED: Record<Exclude<NotificationState, 'scheduled'>, string> = {
  sending: 'This notification is being sent',
  sent: 'This notification was already sent',
  stopped: 'This notification was stopped',
  cancelled: 'This notification was cancelled',
  missed: 'This notification missed its time',
}

export const IMAGE = { types: ['image/png', 'image/jpeg'], width: 300, height: 200, bytes: 1024 * 1024 } as const

/** A time that passed while no server ran is caught up within so many minutes, and missed after that. */
export const CATCH_UP_MINUTES = 60

/** Some that are in the audience are left out of it, and why. */
export const excludedLabel = (devices: number): string =>
  `${showCount(devices)} excluded: children without their guardian's consent`

/** Devices of people that a notification was kept from, and why. */
export const rateLimitedLabel = (devices: number): string =>
  `${showCount(devices)} skipped: ${devices === 1 ? 'its owner' : 'their owners'} reached the weekly limit`
export const controlGroupLabel = (devices: number, controlPercent: number): string =>
  `${showCount(devices)} in the control group (${controlPercent}%)`

/** Devices that it was not sent to because it was stopped. */
export const unsent = (of: { devices: number; totalReceived: number; unregistered: number; failed: number }): number =>
  of.devices - of.totalReceived - of.unregistered - of.failed

export const messages = {
  empty: 'This field is empty',
  badEmail: 'Invalid email',
  badUrl: 'Invalid url',
  badAudience: `audience is one of ${AUDIENCES.join(', ')}`,
  noAudience: 'Choose a saved audience',
  badControlPercent: `control_percent must be from 0 to ${CONTROL_PERCENT_MOST}, without decimals`,
  badCode: errors.enter('a code of 8 letters and digits'),
  codeExists: 'This code is taken',
  titleLong: `Enter up to ${TITLE_LENGTH} characters`,
  bodyLong: `Enter up to ${BODY_LENGTH} characters`,
  nameLong: `Enter up to ${NAME_LENGTH} characters`,
  linkLong: `Enter up to ${LINK_LENGTH} characters`,
  imageType: 'Image must be PNG or JPEG',
  imageSize: `Width must be at least ${IMAGE.width}px, height at least ${IMAGE.height}px`,
  imageBytes: 'Image must not be bigger than 1MB',
  imageDamaged: 'The image is damaged',
  badDate: errors.enter('a date (YYYY-MM-DD)'),
  badTime: errors.enter('a time (HH:mm)'),
  past: 'Choose a time in the future',
  sent: 'Sent notification',
  sentBefore: 'Already sent, without your later changes',
  cancelled: 'Notification cancelled',
  stopped: 'Notification stopped',
  noDevice: 'No device is registered for this email',
  noSuchNotification: errors.notFound('notification'),
  accepted: 'Devices the push service accepted the message for. A phone may still be off or muted.',
  clicks: 'Devices that opened its link, each counted once. Bots and link previews are not counted.',
  purchases: 'Purchases with the code of its link, and their revenue net of refunds',
} as const

/** What is sent of a notification, as the form's fields have it: all of them text. */
type NotificationFields = {
  title: string
  body: string
  link: string
  audience: string
  audience_id: string
  control_percent: string
  email: string
  name: string
  is_scheduled: boolean
  schedule_date: string
  schedule_time: string
}
type Problems = Partial<Record<keyof NotificationFields, string>>

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

/** What keeps a notification from being sent, by field (operations 5). Its time is another matter. */
export const notificationProblems = (
  fields: Omit<NotificationFields, 'is_scheduled' | 'schedule_date' | 'schedule_time'>,
) =>
  onlyProblems({
    title: needed(fields.title, TITLE_LENGTH, messages.titleLong),
    body: needed(fields.body, BODY_LENGTH, messages.bodyLong),
    link:
      fields.link.length > LINK_LENGTH
        ? messages.linkLong
        : fields.link !== '' && !isLink(fields.link)
          ? messages.badUrl
          : undefined,
    audience: AUDIENCES.includes(fields.audience as Audience) ? undefined : messages.badAudience,
    audience_id:
      fields.audience === 'SAVED-AUDIENCE' && !/^[1-9]\d{0,8}$/.test(fields.audience_id)
        ? messages.noAudience
        : undefined,
    control_percent: isControlPercent(fields.control_percent) ? undefined : messages.badControlPercent,
    email: fields.audience === 'TEST-USER' ? emailProblem(fields.email) : undefined,
    name: hasAtMost(fields.name, NAME_LENGTH) ? undefined : messages.nameLong,
  })

/** What is wrong with the day and the clock of one that is scheduled. */
export const scheduleProblems = ({ schedule_date, schedule_time }: { schedule_date: string; schedule_time: string }) =>
  onlyProblems({
    schedule_date: schedule_date === '' ? messages.empty : isDay(schedule_date) ? undefined : messages.badDate,
    schedule_time: schedule_time === '' ? messages.empty : CLOCK.test(schedule_time) ? undefined : messages.badTime,
  })

const isControlPercent = (typed: string) => /^\d{0,2}$/.test(typed) && Number(typed) <= CONTROL_PERCENT_MOST

const needed = (text: string, most: number, long: string) =>
  text === '' ? messages.empty : hasAtMost(text, most) ? undefined : long

const emailProblem = (email: string) => (email === '' ? messages.empty : isEmail(email) ? undefined : messages.badEmail)

const onlyProblems = (found: { [K in keyof NotificationFields]?: string | undefined }): Problems =>
  Object.fromEntries(Object.entries(found).filter(([, problem]) => problem))

/** What is wrong with an image, by its measures; `type` is that of its content. */
export const imageProblem = (image: { type: string; bytes: number; width: number; height: number }) => {
  if (!(IMAGE.types as readonly string[]).includes(image.type)) return messages.imageType
  if (image.bytes > IMAGE.bytes) return messages.imageBytes
  if (image.width < IMAGE.width || image.height < IMAGE.height) return messages.imageSize
}

/** A minute that has begun is not over: it is sent at once. */
export const isPast = (at: Date, now: Date): boolean => at.getTime() <= now.getTime() - 60_000

export const OPEN_PATH = '/n/'

/** What opens when a push is pressed: an address of ours, which knows the device again. */
export const openLink = (origin: string, code: string, delivery: string): string =>
  `${origin}${OPEN_PATH}${code}?d=${delivery}`

const DELIVERY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isDelivery = (value: unknown): value is string => typeof value === 'string' && DELIVERY.test(value)

/** Where an opened notification leads: where staff wanted, else to the shop; with its code either way. */
export const leadsTo = (link: string, code: string, shop: string | undefined): string | undefined => {
  const to = link || (shop && new URL(shop).origin)
  return to ? withCode(to, code) : undefined
}
