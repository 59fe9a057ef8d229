import { sql } from 'drizzle-orm'
import { instantAt, type Day } from '#contract/time.ts'
import { DEMO_PUSHES } from '#demo/chain/codes.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { sentOn } from '#demo/days.ts'
import type { Demo } from '#server/demo.ts'
import { emptyCondition } from '#features/marketing/notifications/audience-rules.ts'
import type { Side, Sides } from '#features/marketing/notifications/lift-rules.ts'
import type { Audience, NotificationState } from '#features/marketing/notifications/rules.ts'
import { audiences } from '#features/marketing/notifications/server/tables.ts'
import { number, query } from '#server/db/query.ts'

type DemoPush = {
  code: string
  /** Negative: to come. Of a weekday, 0 for Sunday, it is that one or the last before. */
  daysAgo: number
  weekday?: number
  clock: string
  title: string
  body: string
  name: string
  audience: Audience
  state: NotificationState
  /** Of the chain's devices, and of those that it reached: how many opened it. */
  share: number
  opened: number
  /** Some were held out of it. */
  isCompared?: true
}

/** The chain's devices in its normal size (demo/server/trade/devices.ts). */
const DEVICES = 8000
const SCALE = { small: 0.1, normal: 1, large: 10 }
const UNREGISTERED_SHARE = 0.015
const HOUR_MS = 3_600_000

/** What those who got it bought in the days after it, and those who were held out, in the chain's normal size. */
const CONTROL_PERCENT = 20
const COMPARED: Sides = {
  reached: { people: 5440, buyers: 724, kobo: 674_000_000, squares: 8.14e14 },
  control: { people: 1360, buyers: 132, kobo: 122_800_000, squares: 1.48e14 },
}
const comparedOf = (scale: number): Sides => {
  const side = ({ people, buyers, kobo, squares }: Side): Side => ({
    people: Math.round(people * scale),
    buyers: Math.round(buyers * scale),
    kobo: Math.round(kobo * scale),
    squares: squares * scale,
  })
  return { reached: side(COMPARED.reached), control: side(COMPARED.control) }
}

const AUDIENCES = [
  { name: 'Horror fans', conditions: [{ ...emptyCondition('genre'), any: ['Horror'], days: 180 }] },
  {
    name: 'Lapsed subscribers',
    conditions: [
      { ...emptyCondition('subscription'), any: ['ended'] },
      { ...emptyCondition('last_purchase'), from: 45 },
    ],
  },
]

const description: Omit<DemoPush, 'code' | 'daysAgo' | 'weekday'>[] = [
  {
    clock: '12:05',
    title: 'Weekend offer: two for one',
    body: 'Bring somebody along tonight: the second ticket is on us, at every cinema, until Sunday.',
    name: 'Weekend offer',
    audience: 'ALL-USERS',
    state: 'sent',
    share: 0.97,
    opened: 0.112,
  },
  {
    clock: '17:30',
    title: 'Thursdays start at five',
    body: 'Your plan covers every show before seven on Thursdays. See what is on near you.',
    name: 'Plan reminder',
    audience: 'SUBSCRIBED-USERS',
    state: 'sent',
    share: 0.14,
    opened: 0.231,
  },
  {
    clock: '10:00',
    title: 'Premiere tickets are out',
    body: 'The most awaited Nollywood film of the year opens soon. Choose your seats before they are gone.',
    name: 'Premiere of the month, first announcement',
    isCompared: true,
    audience: 'ALL-USERS',
    state: 'sent',
    share: 0.93,
    opened: 0.164,
  },
  {
    clock: '09:15',
    title: 'Family morning this Saturday',
    body: 'Cartoons, popcorn and face painting from ten. Children under five come in free.',
    name: 'Family morning',
    audience: 'ALL-USERS',
    state: 'sent',
    share: 0.91,
    opened: 0.071,
  },
  {
    clock: '18:00',
    title: 'See more films for less',
    body: 'A Solo plan pays for itself with the second film. Try it for a month and cancel whenever you like.',
    name: 'Win back',
    audience: 'UNSUBSCRIBED-USERS',
    state: 'sent',
    share: 0.74,
    opened: 0.038,
  },
  {
    clock: '11:45',
    title: 'A new house in town',
    body: 'Our latest cinema opens its doors: six screens, reclining seats, and parking that is free for the first month.',
    name: 'Opening',
    audience: 'ALL-USERS',
    state: 'sent',
    share: 0.84,
    opened: 0.093,
  },
]

const more: DemoPush[] = [
  {
    ...description[1]!,
    code: 'TMRRWF4N',
    daysAgo: -1,
    title: "Tomorrow is subscribers' day",
    body: 'Two shows, one ticket: tonight and tomorrow your plan counts double at the snack bar.',
    state: 'scheduled',
  },
  {
    ...description[3]!,
    code: 'RA7NYDAY',
    daysAgo: 9,
    title: 'Rained in?',
    body: 'It is dry in here: popcorn is on us with every ticket before six.',
    name: 'Weather offer',
    state: 'cancelled',
  },
  {
    ...description[4]!,
    code: 'MNGHT3XP',
    daysAgo: 27,
    clock: '03:30',
    title: 'Night owls',
    body: 'The late show is half price tonight, for whoever is still up.',
    name: '',
    state: 'missed',
  },
]

/** What the chain sent, and will, each with its day. */
export const pushesOn = (today: Day): (DemoPush & { day: Day })[] =>
  [...DEMO_PUSHES.map((push, n) => ({ ...description[n]!, ...push })), ...more].map((push) => ({
    ...push,
    day: sentOn(push, today),
  }))

/** Notifications of the last weeks with what came of them, and one to come. The trade carries their codes. */
export async function demo(db: Db, { today, now }: Demo, { env }: App): Promise<void> {
  await db
    .insert(audiences)
    .values(AUDIENCES.map((audience) => ({ ...audience, createdAt: now, createdBy: 'Adaeze Okafor' })))
  for (const push of pushesOn(today)) await addPush(db, push, now, env)
}

async function addPush(db: Db, push: DemoPush & { day: Day }, now: Date, { zone, demoSize }: App['env']) {
  const sendAt = instantAt(push.day, push.clock, zone)
  const isSent = push.state === 'sent'
  const devices = isSent ? Math.round(DEVICES * SCALE[demoSize] * push.share) : 0
  const unregistered = Math.round(devices * UNREGISTERED_SHARE)
  const compared = push.isCompared ? comparedOf(SCALE[demoSize]) : null
  const finished = isSent ? new Date(sendAt.getTime() + 45_000).toISOString() : null
  const { rows } = await query(db, { id: number })`
    insert into push_notifications (code, title, body, name, audience, is_scheduled, send_at, created_at, created_by,
      state, is_listed, devices, accepted, unregistered, finished_at, control_percent, control_group, lift, claimed_at)
    values (${push.code}, ${push.title}, ${push.body}, ${push.name}, ${push.audience}, true, ${sendAt.toISOString()},
      ${new Date(Math.min(now.getTime(), sendAt.getTime() - 30 * HOUR_MS)).toISOString()}, 'Adaeze Okafor', ${push.state}, ${isSent}, ${devices},
      ${devices - unregistered}, ${unregistered}, ${finished}, ${compared ? CONTROL_PERCENT : 0}, ${compared ? compared.control.people : 0},
      ${compared && JSON.stringify(compared)}::jsonb, ${isSent ? sendAt.toISOString() : null})
    returning id`
  if (isSent)
    await db.execute(sql`
      insert into push_clicks (notification_id, clicks)
      values (${rows[0]!.id}, ${Math.round((devices - unregistered) * push.opened)})`)
}
