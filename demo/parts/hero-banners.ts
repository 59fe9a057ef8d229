import { addDays, instantAt } from '#contract/time.ts'
import { storeImage } from '#features/programming/media/server/public.ts'
import { addPromotion, type Entered } from '#features/marketing/promotions/server/store.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import { drawn } from '#demo/artwork/drawn.ts'
import { cutDescription } from '#features/marketing/promotions/banner-rules.ts'
import { query, text } from '#server/db/query.ts'

const MOVIES = 9
const PICTURE = { width: 1600 }
const DAY_MS = 86_400_000

/** Banners of the chain's own, with a picture and where they lead. */
const OWN = [
  { title: 'Recliners at every cinema', motif: 'Documentary', url: 'https://cinema.example/recliners' },
  { title: 'A private screen for eight friends', motif: 'Music', url: 'https://cinema.example/cube' },
  { title: 'Become a Fanatic', motif: 'Romance', url: 'https://cinema.example/loyalty' },
]

const demoMovieRow = { id: text, title: text, overview: text, trailer: text, backdrop: text, poster: text }

/** Of the approved movies some are shown at the top of the landing page, one from next week on, besides what the chain says of itself. */
export async function demo(db: Db, { now, today, seed }: Demo, { storage, env }: App): Promise<void> {
  const { rows } = await query(db, demoMovieRow)`
    select id, title, overview, trailer, backdrop, poster from movies
    where is_approved and deleted_at is null and backdrop <> '' and trailer <> '' order by id limit ${MOVIES}`
  const banners: Entered[] = rows.map((movie, at) => ({
    ...NOTHING,
    isMovie: true,
    title: movie.title,
    description: cutDescription(movie.overview),
    movieId: movie.id,
    trailer: movie.trailer,
    webMedia: movie.backdrop,
    mobileMedia: movie.poster,
    thumbnail: movie.backdrop,
    isActive: at % 3 !== 2,
    startsAt: at === 1 ? instantAt(addDays(today, 7), '00:00', env.zone) : null,
  }))
  for (const { title, motif, url } of OWN) {
    const backdrop = await drawn(env, ['backdrop', `banner ${seed} ${title}`, [motif]], PICTURE)
    const picture = await storeImage(storage, backdrop, 'background')
    banners.push({ ...NOTHING, title, url, webMedia: picture.url, thumbnail: picture.url })
  }
  for (const [at, banner] of banners.entries())
    await addPromotion(db, banner, new Date(now.getTime() - (banners.length - at) * DAY_MS))
}

const NOTHING: Entered = {
  position: 'banner',
  isMovie: false,
  title: '',
  description: '',
  movieId: null,
  trailer: '',
  url: '',
  webMedia: '',
  mobileMedia: '',
  thumbnail: '',
  primaryCta: '',
  primaryCtaUrl: '',
  secondaryCta: '',
  secondaryCtaUrl: '',
  isActive: true,
  startsAt: null,
  endsAt: null,
}
