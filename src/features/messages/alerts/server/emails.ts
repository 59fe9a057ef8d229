import { counted } from '#contract/counted.ts'
import { showDay, showInstant, type Day } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import { peopleWithRights } from '#server/auth/people.ts'
import { composeEmail } from '#server/integrations/mail/compose.ts'
import type { Email } from '#server/integrations/mail/port.ts'
import type { Alert } from '../contract.ts'
import { DAILY_EMAIL_MOST } from '../rules.ts'
import { DAILY_EMAIL, ALERT } from './kinds.ts'
import { alertsOfDailyEmail, unreadAlert } from './store.ts'

const CHOICES = '/dashboard/alerts/choices'
const ALL = '/dashboard/alerts'

type Written = Pick<Alert, 'title' | 'detail' | 'count' | 'lastAt' | 'endedAt' | 'ended'>

/** "3 times, last 21/11/2026 10:00. Over since 21/11/2026 11:30". */
const timesOf = ({ count, lastAt, endedAt, ended }: Written, zone: string): string =>
  [
    count > 1 ? `${counted(count, 'time')}, last ${showInstant(lastAt, zone)}` : showInstant(lastAt, zone),
    ...(endedAt ? [ended || `Over since ${showInstant(endedAt, zone)}`] : []),
  ].join('. ')

/** The alert to somebody who may still know of it, has not read it, and whose matter goes on. */
async function alert(app: App, { adminId, id }: { adminId: number; id: number }): Promise<Email | undefined> {
  const { db, origin, env } = app
  const [person] = await peopleWithRights(db, adminId)
  const found = person && (await unreadAlert(db, person, id))
  if (!found) return
  return composeEmail(person.email, {
    chain: env.chainName,
    subject: `${found.title}: ${env.chainName}`,
    title: found.title,
    greeting: `Hello ${person.firstName},`,
    paragraphs: found.detail ? [found.detail, timesOf(found, env.zone)] : [timesOf(found, env.zone)],
    button: { label: 'Open it in the office', link: origin + found.path },
    smallPrint: `You chose to get this by email. Change that at ${origin}${CHOICES}`,
  })
}

/** What is left of a day's email for somebody: nothing, when they have read or may not know any of it. */
async function dailyEmail(app: App, { adminId, day }: { adminId: number; day: Day }): Promise<Email | undefined> {
  const { db, origin, env } = app
  const [person] = await peopleWithRights(db, adminId)
  const found = person ? await alertsOfDailyEmail(db, person, day) : []
  if (!person || !found.length) return
  const more = found.length - DAILY_EMAIL_MOST
  return composeEmail(person.email, {
    chain: env.chainName,
    subject: `${counted(found.length, 'alert')} of ${showDay(day)}: ${env.chainName}`,
    title: `Your alerts of ${showDay(day)}`,
    greeting: `Hello ${person.firstName},`,
    paragraphs: [
      `There ${found.length === 1 ? 'is' : 'are'} ${counted(found.length, 'alert')} that you have not read.`,
    ],
    links: found.slice(0, DAILY_EMAIL_MOST).map((one) => ({
      label: one.title,
      link: origin + one.path,
      note: [one.detail, timesOf(one, env.zone)].filter(Boolean).join(' · '),
    })),
    button: { label: more > 0 ? `See all of them, ${more} more` : 'See all of them', link: origin + ALL },
    smallPrint: `You chose to get this once a day. Change that at ${origin}${CHOICES}`,
  })
}

export const emails = { [ALERT]: alert, [DAILY_EMAIL]: dailyEmail }
