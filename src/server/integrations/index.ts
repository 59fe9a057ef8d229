import type { Integrations } from '../app.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { Env } from '../env.ts'
import { embeddedMail } from './mail/embedded.ts'
import { embeddedMovieDatabase } from './moviedb/embedded.ts'
import { embeddedPointOfSale } from './pos/embedded.ts'
import { watched } from './state.ts'
import { embeddedStorage } from './storage/embedded.ts'

/** Chooses each integration by configuration; the embedded ones work offline, out of the box. */
export const integrations = (env: Env, db: Db, clock: Clock): Integrations => ({
  moviedb: movieDatabase(),
  pos: pointOfSale(env, db, clock),
  storage: storage(env),
  mail: mail(db, clock),
})

/** The same, with every answer and failure noted for the Connections screen. */
export const watchedIntegrations = ({ moviedb, pos, storage, mail }: Integrations, db: Db, clock: Clock) => ({
  moviedb: watched('movie-database', moviedb, db, clock),
  pos: watched('point-of-sale', pos, db, clock),
  storage: watched('object-storage', storage, db, clock),
  mail: watched('mail', mail, db, clock),
})

const movieDatabase = () => embeddedMovieDatabase()

const pointOfSale = (env: Env, db: Db, clock: Clock) => embeddedPointOfSale(db, env, clock)

const storage = (env: Env) => embeddedStorage(env)

const mail = (db: Db, clock: Clock) => embeddedMail(db, clock)
