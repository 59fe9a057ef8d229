import { randomUUID } from 'node:crypto'
import type { App } from '#server/app.ts'
import { yieldToInteractive } from '#server/db/yield-to-interactive.ts'
import { inParallel } from '#server/in-parallel.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { Push } from '#server/integrations/push/port.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { quietHoursUntil } from '../audience-rules.ts'
import { openLink } from '../rules.ts'
import { readLimits } from './audiences.ts'
import {
  claimDeliveries,
  claimDue,
  deferAllSending,
  inSending,
  listMore,
  missLate,
  reportOutcomes,
  type Outcome,
  type Sending,
  type Turn,
} from './sending.ts'

/** Deliveries that are claimed together, and calls that are made at the same time. */
const CHUNK = 200
const AT_ONCE = 100
/** Longer than a chunk's calls can take: each is over within ten seconds. */
const LEASE_MS = 120_000
/** Of an audience, in one statement. */
const LISTED_AT_ONCE = 5000
/** Of one run: then another is asked for, so that none lasts too long. */
const MOST_OF_A_RUN = 100
/** After each try that did not get through; then it failed. */
const PAUSES_S = [10, 30, 60, 120, 300]
/** Where the push service has had too much and does not say for how long. */
const THROTTLED_S = 60

const later = (now: Date, ms: number) => new Date(now.getTime() + ms)

/**
 * Sends what is due: notifications whose time has come, what failed in passing, and what a server left when it died. Asked
 * for with each notification, and by itself every minute.
 */
export const sendPushes: Job = {
  name: 'notifications.send',
  schedule: '* * * * *',
  // The next minute's run is the next try.
  retries: 0,
  run: async (app) => {
    // While the server starts, it does not know yet where links lead.
    if (!app.origin) return
    await missLate(app.db, app.clock.now())
    for (let done = 0; done < MOST_OF_A_RUN;) {
      await deferInQuietHours(app)
      while (await claimDue(app.db, app.clock.now()));
      let worked = false
      // A chunk of each in turn: a test of one device does not wait for a million.
      for (const one of await inSending(app.db, app.clock.now())) {
        await yieldToInteractive(app.database)
        if (app.closing.aborted) return
        worked = (await sendSome(app, one)) || worked
        done++
      }
      if (!worked) return
    }
    await app.jobs.send(sendPushes, {})
  },
}

/** Quiet hours hold for all that is sent, however long ago it was scheduled or begun. */
async function deferInQuietHours(app: App) {
  const now = app.clock.now()
  const until = quietHoursUntil(await readLimits(app.db), now, app.env.zone)
  if (until) await deferAllSending(app.db, until, now)
}

/** @returns whether there was something to do */
async function sendSome(app: App, one: Sending): Promise<boolean> {
  if (!one.is_listed) {
    await listMore(app.db, one, app.env.zone, LISTED_AT_ONCE, app.clock.now())
    return true
  }
  const claim = randomUUID()
  const now = app.clock.now()
  const turns = await claimDeliveries(app.db, one, claim, { now, until: later(now, LEASE_MS), most: CHUNK })
  if (turns.length === 0) return false
  const tries = await inParallel(turns, AT_ONCE, (turn) => sendOne(app, one, turn))
  const { outcomes, notBefore } = settle(tries, app.clock.now())
  await reportOutcomes(app.db, one, claim, outcomes, { now: app.clock.now(), notBefore })
  const next = notBefore ?? earliest(outcomes)
  if (next) await app.jobs.send(sendPushes, {}, { startAfter: next })
  return true
}

type Try = { turn: Turn; answer: 'accepted' | 'unregistered' | IntegrationError }

async function sendOne(app: App, one: Sending, turn: Turn): Promise<Try> {
  if (turn.token === null) return { turn, answer: 'unregistered' }
  try {
    const pushed = await app.push.send(turn.token, pushOf(app, one, turn), one.code)
    return { turn, answer: pushed === 'accepted' ? 'accepted' : 'unregistered' }
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    return { turn, answer: error }
  }
}

const pushOf = ({ origin, env }: App, { title, body, image, link, code }: Sending, { id }: Turn): Push => ({
  title,
  body,
  // Without an address and without a shop, there is nowhere to lead to.
  link: link || env.shopUrl ? openLink(origin, code, id) : undefined,
  image: image.startsWith('/') ? origin + image : image || undefined,
})

/**
 * What became of each try. What was refused for good has failed; anything else is tried again, later each time, or when
 * the push service says. If it has had too much, or nothing got through, no other device is tried before that either.
 */
function settle(tries: readonly Try[], now: Date): { outcomes: Outcome[]; notBefore: Date | undefined } {
  let waitMs = 0
  let gotThrough = false
  const outcomes = tries.map(({ turn: { id, token, attempts }, answer }): Outcome => {
    if (!(answer instanceof IntegrationError)) {
      gotThrough = true
      return { id, token, state: answer, reason: null, due_at: null }
    }
    const { message: reason, isOfOneRequest, answered, retryAfter } = answer
    gotThrough ||= isOfOneRequest
    const pauseS = PAUSES_S[attempts - 1]
    const retryAfterS = retryAfter ?? (answered === 429 ? THROTTLED_S : 0)
    if (retryAfterS) waitMs = Math.max(waitMs, retryAfterS * 1000)
    if (isOfOneRequest || pauseS === undefined) return { id, token, state: 'failed', reason, due_at: null }
    return { id, token, state: 'open', reason, due_at: later(now, Math.max(pauseS, retryAfterS) * 1000).toISOString() }
  })
  const next = earliest(outcomes)
  if (waitMs) return { outcomes, notBefore: later(now, waitMs) }
  return { outcomes, notBefore: gotThrough ? undefined : next }
}

const earliest = (outcomes: readonly Outcome[]): Date | undefined => {
  const due = outcomes.flatMap(({ due_at }) => (due_at ? [Date.parse(due_at)] : []))
  return due.length ? new Date(Math.min(...due)) : undefined
}
