import { toNaira } from '#contract/money.ts'
import { dayOf } from '#contract/time.ts'
import { comingEvents } from '#features/events/server/public.ts'
import { countedLink, SECOND } from '#features/promotions/rules.ts'
import { livePromotions, type Stored } from '#features/promotions/server/public.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle } from '#server/http/handle.ts'
import { published, type PublicMovie } from '../contract.ts'
import { MOST_SHOWN } from '../rules.ts'
import { approvedMovies, type Approved } from './store.ts'

export const handlers = handle(published, {
  heroBanners: async ({ app, db, now }) => {
    const whole = wholeAddresses(app.origin)
    const live = await livePromotions(db, 'banner', now, MOST_SHOWN)
    return {
      banners: live.map((banner) => ({
        ...shown(banner, whole),
        isMovie: banner.isMovie,
        rosetta_movie_id: banner.movieId,
        youtube_trailer: banner.trailer || null,
        url: countedLink(app.origin, banner.code, banner.url) || null,
      })),
    }
  },

  promotions: async ({ app, db, now }) => {
    const whole = wholeAddresses(app.origin)
    const live = await livePromotions(db, 'body', now, MOST_SHOWN)
    return {
      promotions: live.map((promotion) => ({
        ...shown(promotion, whole),
        isVisibleOnHomepage: promotion.onLanding,
        primaryCTA: promotion.primaryCta,
        primaryCTAUrl: countedLink(app.origin, promotion.code, promotion.primaryCtaUrl),
        secondaryCTA: promotion.secondaryCta || null,
        secondaryCTAUrl: countedLink(app.origin, promotion.code, promotion.secondaryCtaUrl, SECOND) || null,
        ends_at: promotion.endsAt?.toISOString() ?? null,
      })),
    }
  },

  movies: async ({ app, db, now, query: { page, perPage, showing } }) => {
    const whole = wholeAddresses(app.origin)
    // One more than is asked for tells whether another page follows.
    const found = await approvedMovies(db, now, { showing, ...sliceOf({ page, perPage }), limit: perPage + 1 })
    return {
      movies: found.slice(0, perPage).map((movie) => toPublic(movie, whole)),
      nextPage: found.length > perPage ? page + 1 : null,
    }
  },

  events: async ({ app, db, now }) => {
    const whole = wholeAddresses(app.origin)
    // What staff typed is written as UTC: today begins at its midnight.
    const today = new Date(`${dayOf(now, app.env.zone)}T00:00:00Z`)
    const coming = await comingEvents(db, today, MOST_SHOWN)
    return {
      events: coming.map((event) => ({
        id: event.id,
        name: event.name,
        description: event.description,
        event_category: event.category || null,
        image: whole(event.image),
        date: event.startsAt.toISOString(),
        cinema_id: event.cinemaId,
        cinema_name: event.cinemaName,
        price: toNaira(event.kobo),
        movies: event.movies,
      })),
    }
  },
})

type Whole = (address: string) => string | null

/** An address of this server as one that another website can use; null for none. */
const wholeAddresses =
  (origin: string): Whole =>
  (address) =>
    address.startsWith('/') ? `${origin}${address}` : address || null

const shown = (promotion: Stored, whole: Whole) => ({
  id: promotion.id,
  title: promotion.title,
  description: promotion.description,
  web_media: whole(promotion.webMedia),
  mobile_media: whole(promotion.mobileMedia),
  thumbnail: whole(promotion.thumbnail),
})

const toPublic = (movie: Approved, whole: Whole): PublicMovie => ({
  movie_id: movie.id,
  title: movie.title,
  description: movie.overview,
  genres: movie.genres,
  censorship_rating: movie.censor_rating,
  movie_run_time: movie.runtime,
  release_year: movie.release_year,
  youtube_trailer: movie.trailer || null,
  big_poster: whole(movie.poster),
  small_poster: whole(movie.poster_small),
  big_background: whole(movie.backdrop),
  small_background: whole(movie.backdrop_small),
  is_coming_soon: movie.is_coming_soon,
  is_coming_soon_date: movie.coming_soon_date,
  next_show_time: movie.next_show_time ? new Date(movie.next_show_time).toISOString() : null,
})
