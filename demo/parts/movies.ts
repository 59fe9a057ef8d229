import { scenery } from '#demo/scenery.ts'
import { rngOf } from '#demo/random.ts'
import { storeImage, type Use } from '#features/programming/media/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import type { ArtworkKind } from '#demo/artwork/artwork.ts'
import { drawn } from '#demo/artwork/drawn.ts'
import type { CatalogueFilm } from '#server/integrations/moviedb/film.ts'
import { embeddedMovieDatabase } from '#server/integrations/moviedb/embedded.ts'
import { posId, programmeOn, type Turn } from '#demo/chain/programme.ts'
import { CAST_DISPLAYED } from '#features/programming/movies/rules.ts'
import { demoReviews } from './reviews.ts'
import { mapConcurrently } from '#features/programming/movies/server/external.ts'
import { changeMovie, replaceCast } from '#features/programming/movies/server/store.ts'
import { query, text } from '#server/db/query.ts'

const ENTERED_SHARE = 0.62
const APPROVED_SHARE = 0.75
const UPCOMING_APPROVED_SHARE = 0.4
const AT_A_TIME = 2

/** Staff have entered and approved most of what is on; some is still missing, some is coming soon; people have reviewed. */
export async function demo(db: Db, { today, now, seed }: Demo, app: App): Promise<void> {
  const { rows } = await query(db, {
    id: text,
  })`select id from movies m where exists (select from showtimes s where s.movie_id = m.id)`
  const showing = new Set(rows.map((row) => row.id))
  const turns = programmeOn(today).filter((turn) => turn.state === 'upcoming' || showing.has(posId(turn.film)))
  const entered = turns.filter(({ film }) => rngOf(`entered ${seed} ${film.id}`).chance(ENTERED_SHARE))

  const pictures = picturesOf(app)
  const illustrated = await mapConcurrently(entered, AT_A_TIME, async (turn) => ({
    turn,
    ...(await pictures(turn.film)),
  }))
  for (const film of illustrated) await enter(db, film, seed, now)
  const opened = turns.filter(({ state }) => state !== 'upcoming')
  await demoReviews(db, opened, { now, seed })
}

type Pictures = { poster: string; posterSmall: string; backdrop: string; backdropSmall: string; faces: string[] }

async function enter(db: Db, { turn, faces, ...images }: { turn: Turn } & Pictures, seed: number, now: Date) {
  const { film, opens, state } = turn
  const found = (await embeddedMovieDatabase({ hasSentinels: false }, scenery.catalogue).movie(String(film.id)))!
  const isUpcoming = state === 'upcoming'
  const id = posId(film)
  await changeMovie(
    db,
    id,
    {
      ...images,
      title: film.title,
      overview: film.overview,
      genres: film.genres,
      trailer: found.trailer!,
      releaseYear: Number(film.releaseDate.slice(0, 4)),
      runtime: film.runtime,
      censorRating: film.certification,
      isApproved: rngOf(`approved ${seed} ${film.id}`).chance(isUpcoming ? UPCOMING_APPROVED_SHARE : APPROVED_SHARE),
      isComingSoon: isUpcoming,
      comingSoonDate: isUpcoming ? opens : null,
    },
    now,
  )
  const cast = film.cast
    .slice(0, CAST_DISPLAYED)
    .map(({ name, character, gender }, at) => ({ name, character, gender, image: faces[at]! }))
  await replaceCast(db, id, cast)
}

/** Draws and stores the pictures of a film, each at one size that serves both of its uses; a person is drawn once. */
function picturesOf({ storage, env }: App) {
  const widths: Record<ArtworkKind, number> = { poster: 420, backdrop: 800, profile: 180 }
  const draw = (kind: ArtworkKind, of: string, genres: readonly string[] = []) =>
    drawn(env, [kind, of, genres], { width: widths[kind] })
  const store = async (picture: Buffer, use: Use) => (await storeImage(storage, picture, use)).url

  const faces = new Map<string, Promise<string>>()
  const face = ({ name, gender }: CatalogueFilm['cast'][number]) => {
    const found = faces.get(name) ?? draw('profile', `${name}:${gender}`).then((picture) => store(picture, 'cast'))
    faces.set(name, found)
    return found
  }
  return async (film: CatalogueFilm): Promise<Pictures> => {
    const poster = await store(await draw('poster', String(film.id), film.genres), 'poster')
    const backdrop = await store(await draw('backdrop', String(film.id), film.genres), 'background')
    return {
      poster,
      posterSmall: poster,
      backdrop,
      backdropSmall: backdrop,
      faces: await Promise.all(film.cast.slice(0, CAST_DISPLAYED).map(face)),
    }
  }
}
