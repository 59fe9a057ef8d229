import { instantAt, isDay, clockOf, dayOf } from '#contract/time.ts'
import type { Notification } from '../contract.ts'
import { isInQuietHours, messages as ofAudiences, NO_LIMITS } from '../audience-rules.ts'
import { isPast, messages, notificationProblems } from '../rules.ts'

/**
 * What the form holds. `image` is the address of the one that is stored; one that is chosen is a file beside it. `moment`
 * is as it is typed, YYYY-MM-DDTHH:mm of the chain's zone; empty for now.
 */
export type NotificationDraft = {
  title: string
  body: string
  link: string
  image: string
  audience: string
  /** The number of a saved audience; else empty. */
  audience_id: string
  /** Percent that is held out. */
  control_percent: string
  email: string
  name: string
  moment: string
}

/** The test user comes first: nobody means to send to everybody by accident. */
export const EMPTY: NotificationDraft = {
  title: '',
  body: '',
  link: '',
  image: '',
  audience: 'TEST-USER',
  audience_id: '',
  control_percent: '0',
  email: '',
  name: '',
  moment: '',
}

export const LABELS: Record<keyof NotificationDraft, string> = {
  title: 'Title',
  body: 'Body',
  link: 'Link',
  image: 'Image',
  audience: 'Audience',
  audience_id: 'Saved audience',
  control_percent: 'Control group',
  email: 'Email',
  name: 'Name',
  moment: 'Time',
}

export const toDraft = (of: Notification): NotificationDraft => ({
  title: of.title,
  body: of.body,
  link: of.link,
  image: of.image,
  audience: of.audience,
  audience_id: of.audience_id === null ? '' : String(of.audience_id),
  control_percent: String(of.control_percent),
  email: of.email,
  name: of.name,
  moment: `${of.schedule_date}T${of.schedule_time}`,
})

/** What another one said, to be sent again: to the test user first, as every new one. */
export const copyOf = (of: Notification): NotificationDraft => ({
  ...toDraft(of),
  audience: EMPTY.audience,
  audience_id: '',
  control_percent: EMPTY.control_percent,
  moment: '',
})

const trimmed = (draft: NotificationDraft): NotificationDraft =>
  Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value.trim()])) as NotificationDraft

export const draftProblems = (draft: NotificationDraft): Partial<Record<keyof NotificationDraft, string>> =>
  notificationProblems(trimmed(draft))

/** The instant of what was typed, wherever the browser is; undefined while it is not whole. */
export const momentOf = (moment: string, zone: string): Date | undefined => {
  const [day = '', clock = ''] = moment.split('T')
  return isDay(day) && /^\d\d:\d\d/.test(clock) ? instantAt(day, clock.slice(0, 5), zone) : undefined
}

/** @param limits of one that is bound by quiet hours */
export const momentProblem = (moment: string, zone: string, now: Date, limits = NO_LIMITS): string | undefined => {
  const at = momentOf(moment, zone)
  if (at === undefined) return messages.empty
  if (isPast(at, now)) return messages.past
  return isInQuietHours(limits, clockOf(at, zone)) ? ofAudiences.quiet(limits) : undefined
}

/** Where the clock of the schedule dialog begins: the next full hour that is at least half an hour away. */
export const firstMoment = (now: Date, zone: string): string => {
  const hour = 3_600_000
  const at = Math.ceil((now.getTime() + hour / 2) / hour) * hour
  return `${dayOf(at, zone)}T${clockOf(at, zone)}`
}

/** The form as it is sent (operations 7). */
export function toForm(draft: NotificationDraft, more: Record<string, string | undefined>, file?: File): FormData {
  const { moment, image: _, ...rest } = trimmed(draft)
  const [schedule_date = '', schedule_time = ''] = moment.split('T')
  const fields = {
    ...rest,
    is_scheduled: String(moment !== ''),
    schedule_date,
    schedule_time: schedule_time.slice(0, 5),
    ...more,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  if (file) form.append('file', file)
  return form
}
