import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import type { Listed } from '#server/integrations/records.ts'
import { followCinemas, followFilms, followFirstShowtimes, followSessions } from './follow.ts'
import { completeRun, countTry, leaveRun, markDone, nextPart, setCinemaParts, startRun, type OpenRun } from './runs.ts'

/** After this many cinemas in a row without an answer, the point of sale is taken to be down. */
const FAILURES_IN_A_ROW = 3
/** How far ahead an incremental run looks: what people buy tickets for today and tomorrow. */
const INCREMENTAL_MS = 48 * 3_600_000

type Parts = Pick<App, 'db' | 'pos' | 'clock'> & { env: Pick<App['env'], 'zone'> }

/** Why a run was left: in words for staff, and what was thrown. `isOver`: it has ended with that, nobody goes on with it. */
export type Failure = { reason: string; cause: unknown; isOver: boolean }

/**
 * Takes what is not done yet of a run. Each part is asked for, then stored and marked done in one transaction; one that
 * fails is left undone. A cinema that fails does not keep the others from following. Films and cinemas must have come
 * before: whoever answers them is in order, and when a cinema has no sessions then, they are cancelled.
 */
export async function goOn({ db, pos, clock, env }: Parts, run: OpenRun): Promise<Failure | undefined> {
  const attempted: string[] = []
  let cause: unknown
  let inARow = 0
  for (let part; (part = await nextPart(db, run.id, attempted));) {
    attempted.push(part)
    try {
      await take({ db, pos, clock }, run, part)
      inARow = 0
    } catch (error) {
      cause = error
      await countTry(db, run.id, part)
      if (part === 'films' || part === 'cinemas' || ++inARow === FAILURES_IN_A_ROW) break
    }
  }
  await followFirstShowtimes(db, clock.now(), env.zone)
  // Another server may have done in the meantime what failed here.
  if (await completeRun(db, run.id, clock.now())) return
  const reason = cause instanceof IntegrationError ? cause.message : 'The data of the point of sale could not be stored'
  return { reason, cause, isOver: await leaveRun(db, run.id, reason, clock.now()) }
}

async function take({ db, pos, clock }: Omit<Parts, 'env'>, run: OpenRun, part: string): Promise<void> {
  const store = (write: (tx: Db, now: Date) => Promise<void>) =>
    db.transaction(async (tx) => {
      // The time after the answer: a session that began while it was under way is not missing, it is past.
      const now = clock.now()
      if (await markDone(tx, run.id, part, now)) await write(tx, now)
    })
  if (part === 'films') {
    const films = some(await pos.films(), 'film')
    return store((tx, now) => followFilms(tx, films, now))
  }
  if (part === 'cinemas') {
    const cinemas = some(await pos.cinemas(), 'cinema')
    return store(async (tx, now) => {
      await followCinemas(tx, cinemas, now)
      await setCinemaParts(tx, run.id)
    })
  }
  const until = run.kind === 'incremental' ? new Date(clock.now().getTime() + INCREMENTAL_MS) : undefined
  const sessions = await pos.sessions(part, until)
  return store((tx, now) => followSessions(tx, part, sessions, now, until))
}

/** An empty answer is a fault at the other end: a chain does not lose all its cinemas or films at once. */
function some<T>(list: Listed<T>, what: string): Listed<T> {
  if (list.records.length || list.unread.length) return list
  throw new IntegrationError(`The point of sale returned no ${what}`)
}

/** Takes the whole schedule at once, going on with a full run that was left. @returns why it failed, if it did */
export async function syncSchedule(parts: Parts): Promise<string | undefined> {
  const run = await parts.db.transaction((tx) => startRun(tx, { kind: 'full', now: parts.clock.now() }))
  return (await goOn(parts, run))?.reason
}
