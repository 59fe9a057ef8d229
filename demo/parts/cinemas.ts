import { scenery } from '#demo/scenery.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import { embeddedCinemas } from '#demo/chain/cinemas.ts'
import { addDays } from '#contract/time.ts'
import { plannedOn } from '#demo/chain/changes.ts'
import { posFilm, programmeOn, embeddedHistory } from '#demo/chain/programme.ts'
import { embeddedPointOfSale } from '#server/integrations/pos/embedded.ts'
import { allRead } from '#server/integrations/records.ts'
import { followCinemas, followFilms, followSessions } from '#features/programming/cinemas/server/follow.ts'
import { syncSchedule } from '#features/programming/cinemas/server/sync.ts'
import { syncRuns } from '#features/programming/cinemas/server/tables.ts'

const PAST_DAYS = 30
const DAY_MS = 86_400_000
/** Seen from here the past is still to come, and is entered. */
const BEFORE_ALL = new Date(0)

/** How far ahead the point of sale tells, and so what was not known yesterday. */
const AHEAD_DAYS = 13

/**
 * A month of past showtimes with the schedule to come as it was planned yesterday, then as it is today by the same code that
 * follows a point of sale every day: what changed is marked. It has been followed for that month.
 */
export async function demo(db: Db, { now, today }: Demo, { env, clock }: App): Promise<void> {
  await followFilms(db, allRead(programmeOn(today).map(posFilm)), now)
  await followCinemas(db, allRead([...embeddedCinemas]), now)
  for (const { id } of embeddedCinemas) {
    const planned = plannedOn(addDays(today, -1), id, today, addDays(today, AHEAD_DAYS), env.zone)
    const toCome = planned.filter(({ startsAt }) => startsAt >= now)
    await followSessions(db, id, allRead([...embeddedHistory(id, PAST_DAYS, now, env.zone), ...toCome]), BEFORE_ALL)
  }
  const begun = new Date(now.getTime() - PAST_DAYS * DAY_MS)
  await db.insert(syncRuns).values({ kind: 'full', startedAt: begun, finishedAt: begun })
  const noneSold = async () => []
  await syncSchedule({ db, pos: embeddedPointOfSale(db, env, clock, scenery.chain, noneSold), clock, env })
}
