import type { Integrations } from '../app.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { Env } from '../env.ts'
import { embeddedMail } from './mail/embedded.ts'
import { embeddedMovieDatabase } from './moviedb/embedded.ts'
import { embeddedPointOfSale } from './pos/embedded.ts'
import { embeddedStorage } from './storage/embedded.ts'

/** Chooses each integration by configuration; the embedded ones work offline, out of the box. */
export const integrations = (env: Env, db: Db, clock: Clock): Integrations => ({
  mail: embeddedMail(db, clock),
  moviedb: embeddedMovieDatabase(),
  pos: embeddedPointOfSale(db, env, clock),
  storage: embeddedStorage(env),
})
