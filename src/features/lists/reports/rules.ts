import { errors } from '#contract/errors.ts'
import type { Todays } from '#contract/business-day.ts'
import { counted } from '#contract/counted.ts'
import { isEmail } from '#contract/email.ts'
import { withChainRights, MANAGE_PEOPLE, refusal, type Rights } from '#contract/permissions.ts'
import { addDays, dayOf, instantAt, weekdayOf, type Day, type Zones } from '#contract/time.ts'

/** `close`: after each day is closed, when its figures are complete. */
export const EVERY = ['day', 'week', 'month', 'close'] as const
export type Every = (typeof EVERY)[number]
export const EVERY_LABELS: Record<Every, string> = {
  day: 'Every day',
  week: 'Every week',
  month: 'Every month',
  close: 'After each day is closed',
}
/** Of a day that is closed: an hour after midnight. */
export const CLOSED_AT = '01:00'
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
/** A day that a month does not have is its last. */
export const LAST_DAY = 31

export const FORMATS = ['csv', 'xlsx'] as const
export type Format = (typeof FORMATS)[number]
export const FORMAT_LABELS: Record<Format, string> = { csv: 'CSV (.csv)', xlsx: 'Excel (.xlsx)' }

export const NAME_LENGTH = 80
export const QUERY_NAMES = 40
export const QUERY_LENGTH = 4000
/** Of one person. */
export const REPORTS_MOST = 20
export const RECIPIENTS_MOST = 20
export const OUTSIDE_MOST = 5
/** Of a file. */
export const ROWS_MOST = 50_000
/** Rows that stand in the email, and columns of them. */
export const PREVIEW_ROWS = 20
export const PREVIEW_COLUMNS = 8
/** Up to so many bytes a file is attached. */
export const ATTACHED_MOST = 5 * 1024 * 1024
/** Up to so many rows it is known which are new. */
export const ROWS_COMPARED = 5000
export const LINK_DAYS = 7
export const DELETED_RETENTION_DAYS = 30
export const RUNS_RETENTION_DAYS = 180
/** By hand, by one person in ten minutes. */
export const BY_HAND = { max: 6, seconds: 600, of: 'reports by hand' }

export const SENDING_STATES = ['pending', 'sent', 'failed', 'denied'] as const
export type SendingState = (typeof SENDING_STATES)[number]
export const SENDING_LABELS: Record<SendingState, string> = {
  pending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  denied: 'Not sent',
}
export const RUN_KINDS = ['scheduled', 'now', 'test'] as const

export const messages = {
  noName: 'Field is empty',
  noTime: 'Choose a time',
  noDays: 'Choose at least one day of the week',
  noRecipient: 'Choose at least one recipient',
  tooManyRecipients: `Choose up to ${RECIPIENTS_MOST} recipients`,
  tooManyOutside: `Enter up to ${OUTSIDE_MOST} external addresses`,
  noEmail: (address: string) => `${address} is not an email address`,
  tooMany: `You have ${REPORTS_MOST} reports. Delete one of them first.`,
  noSuchReport: errors.notFound('report'),
  noSuchList: errors.notFound('list'),
  notAsReport: 'This file cannot be sent as a report',
  longQuery: 'This report would be too long. Choose fewer filters or columns.',
  noSuchPerson: errors.notFound('colleague'),
  notYours: 'This report belongs to someone else',
  notPaused: 'This report is not paused',
  notDeleted: 'This report was not deleted',
  noLink: 'This link has expired, was revoked or is incomplete',
  noSuchLink: errors.notFound('link'),
  saved: 'Report saved',
  deleted: 'Report deleted',
  restored: 'Report restored',
  paused: 'Report paused',
  resumed: 'Report resumed',
  sending: 'Sending the report',
  revoked: 'Link revoked',
  byHand: 'Paused manually',
  outsideOfOther:
    'The owner has left, and the report has external recipients. Check the recipients, then resume the report.',
  tooLong: `The report has more than ${ROWS_MOST.toLocaleString('en')} rows. Filter the list further.`,
  left: 'This person has left',
  ownerLeft: 'The owner has left',
  lostRight: 'This person does not have permission to export this for the chosen cinemas',
  ownerLostRight: 'The owner does not have permission to export this for the chosen cinemas',
} as const

export type Schedule = {
  every: Every
  /** HH:mm of the chain's zone. */
  at: string
  /** 0 is Sunday. */
  weekdays: readonly number[]
  monthDay: number
}

const monthEnd = (day: Day): boolean => addDays(day, 1).endsWith('-01')

function isOn({ every, weekdays, monthDay }: Schedule, day: Day): boolean {
  if (every === 'week') return weekdays.includes(weekdayOf(day))
  if (every !== 'month') return true
  const date = Number(day.slice(8))
  return date === monthDay || (date < monthDay && monthEnd(day))
}

/** The most days between two: a week of one weekday, a month of 31 days. */
const APART = 32

/** The first time that it is due after an instant. */
export function nextOccasion(schedule: Schedule, after: Date, zone: string): Date {
  const clock = schedule.every === 'close' ? CLOSED_AT : schedule.at
  const first = dayOf(after, zone)
  for (let n = 0; n <= APART; n++) {
    const day = addDays(first, n)
    if (!isOn(schedule, day)) continue
    const at = instantAt(day, clock, zone)
    if (at > after) return at
  }
  throw new Error('The schedule has no days')
}

/** Of the times from `due` until now the last, and how many were before it. */
export function latestOccasion(schedule: Schedule, due: Date, now: Date, zone: string): { at: Date; missed: number } {
  let [at, missed] = [due, 0]
  for (let next = nextOccasion(schedule, at, zone); next <= now; next = nextOccasion(schedule, at, zone)) {
    at = next
    missed++
  }
  return { at, missed }
}

/** The day that "today" of its filters means: of a day that is closed, that day. */
export const reportDay = ({ every }: Pick<Schedule, 'every'>, occasion: Date, zone: string): Day =>
  addDays(dayOf(occasion, zone), every === 'close' ? -1 : 0)

/** The same of queries of calendar days and of those of business days. */
export const reportDays = (report: Pick<Schedule, 'every'>, occasion: Date, { zone, dayZone }: Zones): Todays => ({
  calendar: reportDay(report, occasion, zone),
  business: reportDay(report, occasion, dayZone),
})

/** "Every Monday and Friday at 07:00". */
export function describeSchedule({ every, at, weekdays, monthDay }: Schedule): string {
  if (every === 'close') return EVERY_LABELS.close
  if (every === 'day') return `Every day at ${at}`
  if (every === 'week') {
    // Weeks begin on Monday.
    const names = weekdays.toSorted((one, other) => ((one + 6) % 7) - ((other + 6) % 7)).map((n) => WEEKDAYS[n]!)
    return `Every ${new Intl.ListFormat('en-GB').format(names)} at ${at}`
  }
  return `${monthDay === LAST_DAY ? 'On the last day' : `On day ${monthDay}`} of every month at ${at}`
}

export type ReportDraft = {
  name: string
  every: Every
  at: string
  weekdays: string[]
  monthDay: string
  format: Format
  /** Ids. */
  colleagues: string[]
  /** Addresses with commas, spaces or lines between them. */
  outside: string
}

export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

export const draftErrors = (draft: ReportDraft) => ({
  ...(!draft.at && draft.every !== 'close' && { at: messages.noTime }),
  ...reportErrors({ ...draft, outside: addressesIn(draft.outside) }),
})

type Checked = Pick<ReportDraft, 'name' | 'every' | 'weekdays' | 'colleagues'> & { outside: readonly string[] }

export function reportErrors(draft: Checked) {
  const { name, every, weekdays, colleagues, outside } = draft
  const wrong = outside.find((address) => !isEmail(address))
  return {
    ...(name.trim() === '' && { name: messages.noName }),
    ...(every === 'week' && weekdays.length === 0 && { weekdays: messages.noDays }),
    ...(colleagues.length + outside.length === 0 && { colleagues: messages.noRecipient }),
    ...(colleagues.length + outside.length > RECIPIENTS_MOST && { colleagues: messages.tooManyRecipients }),
    ...(outside.length > OUTSIDE_MOST && { outside: messages.tooManyOutside }),
    ...(wrong !== undefined && { outside: messages.noEmail(wrong) }),
  }
}

/** Whether somebody sees everybody's reports, and may pause, resume and delete them. */
export const managesReports = (me: Rights): boolean => !refusal(withChainRights(me), MANAGE_PEOPLE)

/** What is different from the last one. */
export type Change = { before: number; added: number | null; removed: number | null; changed: number | null }

/** "12 new rows, 3 changed, 1 gone since the last report", of many rows only how many more or fewer. */
export function describeChange(rows: number, { before, added, removed, changed }: Change): string {
  const since = 'since the last report'
  if (added === null || removed === null || changed === null) {
    const by = rows - before
    if (by === 0) return `As many rows as in the last report`
    return `${counted(Math.abs(by), 'row')} ${by > 0 ? 'more' : 'fewer'} than in the last report`
  }
  const parts = [
    ...(added ? [`${counted(added, 'new row')}`] : []),
    ...(changed ? [`${counted(changed, 'row')} changed`] : []),
    ...(removed ? [`${counted(removed, 'row')} removed`] : []),
  ]
  return parts.length ? `${parts.join(', ')} ${since}` : `No changes ${since}`
}
