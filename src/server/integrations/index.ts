import type { Integrations } from '../app.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { Env } from '../env.ts'
import { bitlyShortLinks } from './links/bitly.ts'
import { embeddedShortLinks } from './links/embedded.ts'
import { embeddedMail } from './mail/embedded.ts'
import { smtpMail } from './mail/smtp.ts'
import { embeddedMovieDatabase, type Catalogue } from './moviedb/embedded.ts'
import { tmdbMovieDatabase } from './moviedb/tmdb.ts'
import { embeddedPayments } from './payments/embedded.ts'
import { flutterwavePayments } from './payments/flutterwave.ts'
import { embeddedPointOfSale, type Chain, type SeatsSold } from './pos/embedded.ts'
import type { PointOfSale } from './pos/port.ts'
import { veeziPointOfSale } from './pos/veezi.ts'
import { vistaPointOfSale } from './pos/vista.ts'
import { embeddedPush } from './push/embedded.ts'
import { fcmPush } from './push/fcm.ts'
import { watched } from './state.ts'
import { embeddedStorage } from './storage/embedded.ts'
import { s3Storage } from './storage/s3.ts'

/** Data of the embedded integrations, which have no vendor. */
export type Scenery = { catalogue: Catalogue; chain: Chain }
/** Empty data, for servers that do not run the demo. */
export const NO_SCENERY: Scenery = {
  catalogue: { films: [], filmById: () => undefined, draw: () => '' },
  chain: { cinemas: [], films: () => [], sessions: () => [], products: () => [], ticketTypes: () => [] },
}
/** Scenery with the product's own ticket sales. */
type Staged = Scenery & { seatsSold: SeatsSold }

/** Chooses each integration by configuration. The embedded integrations work offline. */
export const integrations = (env: Env, db: Db, clock: Clock, scenery: Staged): Integrations => ({
  moviedb: movieDatabase(env, db, clock, scenery),
  pos: pointOfSale(env, db, clock, scenery),
  storage: storageOf(env),
  mail: mail(env, db, clock),
  payments: payments(env, db, clock),
  links: env.bitly ? bitlyShortLinks(env.bitly) : embeddedShortLinks(env),
  push: env.fcm ? fcmPush(env.fcm) : embeddedPush(db, clock, env),
})

/** Wraps the integrations so that each answer and failure is recorded for the Connections screen. */
export const watchedIntegrations = (parts: Integrations, db: Db, clock: Clock): Integrations => {
  const { moviedb, pos, storage, mail, payments, links, push } = parts
  return {
    moviedb: watched('movie-database', moviedb, db, clock),
    pos: watched('point-of-sale', pos, db, clock),
    storage: watched('object-storage', storage, db, clock),
    mail: watched('mail', mail, db, clock),
    payments: watched('payments', payments, db, clock),
    links: watched('short-links', links, db, clock),
    push: watched('push', push, db, clock),
  }
}

const movieDatabase = (env: Env, db: Db, clock: Clock, { catalogue }: Scenery) =>
  env.tmdb ? tmdbMovieDatabase(env.tmdb, db, clock) : embeddedMovieDatabase(env, catalogue)

/** Chooses the point of sale; at most one vendor is configured. */
function pointOfSale(env: Env, db: Db, clock: Clock, { chain, seatsSold }: Staged): PointOfSale {
  if (env.vista) return vistaPointOfSale(env.vista, env.zone, clock)
  if (env.veezi) return veeziPointOfSale(env.veezi, env.zone, clock)
  return embeddedPointOfSale(db, env, clock, chain, seatsSold)
}

export const storageOf = (env: Env) => (env.s3 ? s3Storage(env.s3, env.publicUrl) : embeddedStorage(env))

const mail = (env: Env, db: Db, clock: Clock) => (env.smtp ? smtpMail(env.smtp) : embeddedMail(db, clock, env))

const payments = (env: Env, db: Db, clock: Clock) =>
  env.flutterwave ? flutterwavePayments(env.flutterwave) : embeddedPayments(db, clock, env)
