import { counted } from '#contract/counted.ts'
import { showDay, showInstant, type Day } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import { peopleWithRights } from '#server/auth/people.ts'
import { letter } from '#server/integrations/mail/letter.ts'
import type { Letter } from '#server/integrations/mail/port.ts'
import type { Notice } from '../contract.ts'
import { DIGEST_MOST } from '../rules.ts'
import { DIGEST, NOTICE } from './kinds.ts'
import { noticesOfDigest, unreadNotice } from './store.ts'

const CHOICES = '/dashboard/notices/choices'
const ALL = '/dashboard/notices'

type Written = Pick<Notice, 'title' | 'detail' | 'count' | 'lastAt' | 'endedAt' | 'ended'>

/** "3 times, last 21/11/2026 10:00. Over since 21/11/2026 11:30". */
const timesOf = ({ count, lastAt, endedAt, ended }: Written, zone: string): string =>
  [
    count > 1 ? `${counted(count, 'time')}, last ${showInstant(lastAt, zone)}` : showInstant(lastAt, zone),
    ...(endedAt ? [ended || `Over since ${showInstant(endedAt, zone)}`] : []),
  ].join('. ')

/** The notice to somebody who may still know of it, has not read it, and whose matter goes on. */
async function notice(app: App, { adminId, id }: { adminId: number; id: number }): Promise<Letter | undefined> {
  const { db, origin, env } = app
  const [person] = await peopleWithRights(db, adminId)
  const found = person && (await unreadNotice(db, person, id))
  if (!found) return
  return letter(person.email, {
    chain: env.chainName,
    subject: `${found.title}: ${env.chainName}`,
    title: found.title,
    greeting: `Hello ${person.firstName},`,
    paragraphs: found.detail ? [found.detail, timesOf(found, env.zone)] : [timesOf(found, env.zone)],
    button: { label: 'Open it in the office', link: origin + found.path },
    smallPrint: `You chose to get this by mail. Change that at ${origin}${CHOICES}`,
  })
}

/** What is left of a day's letter for somebody: nothing, when they have read or may not know any of it. */
async function digest(app: App, { adminId, day }: { adminId: number; day: Day }): Promise<Letter | undefined> {
  const { db, origin, env } = app
  const [person] = await peopleWithRights(db, adminId)
  const found = person ? await noticesOfDigest(db, person, day) : []
  if (!person || !found.length) return
  const more = found.length - DIGEST_MOST
  return letter(person.email, {
    chain: env.chainName,
    subject: `${counted(found.length, 'notice')} of ${showDay(day)}: ${env.chainName}`,
    title: `Your notices of ${showDay(day)}`,
    greeting: `Hello ${person.firstName},`,
    paragraphs: [
      `There ${found.length === 1 ? 'is' : 'are'} ${counted(found.length, 'notice')} that you have not read.`,
    ],
    links: found.slice(0, DIGEST_MOST).map((one) => ({
      label: one.title,
      link: origin + one.path,
      note: [one.detail, timesOf(one, env.zone)].filter(Boolean).join(' · '),
    })),
    button: { label: more > 0 ? `See all of them, ${more} more` : 'See all of them', link: origin + ALL },
    smallPrint: `You chose to get this once a day. Change that at ${origin}${CHOICES}`,
  })
}

export const letters = { [NOTICE]: notice, [DIGEST]: digest }
