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

/** Formats “3 times, last 21/11/2026 10:00. Ended 21/11/2026 11:30”. */
const timesOf = ({ count, lastAt, endedAt, ended }: Written, zone: string): string =>
  [
    count > 1 ? `${counted(count, 'time')}, last ${showInstant(lastAt, zone)}` : showInstant(lastAt, zone),
    ...(endedAt ? [ended || `Ended ${showInstant(endedAt, zone)}`] : []),
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
    button: { label: 'Open in Marquee', link: origin + found.path },
    smallPrint: `You get this email because of your alert settings. Change them at ${origin}${CHOICES}`,
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
    subject: `${counted(found.length, 'alert')} on ${showDay(day)}: ${env.chainName}`,
    title: `Your alerts on ${showDay(day)}`,
    greeting: `Hello ${person.firstName},`,
    paragraphs: [`You have ${counted(found.length, 'unread alert')}.`],
    links: found.slice(0, DAILY_EMAIL_MOST).map((one) => ({
      label: one.title,
      link: origin + one.path,
      note: [one.detail, timesOf(one, env.zone)].filter(Boolean).join(' · '),
    })),
    button: { label: more > 0 ? `View all alerts (${more} more)` : 'View all alerts', link: origin + ALL },
    smallPrint: `You get this email once a day because of your alert settings. Change them at ${origin}${CHOICES}`,
  })
}

export const emails = { [ALERT]: alert, [DAILY_EMAIL]: dailyEmail }
