import { toNaira } from '#contract/money.ts'
import { dayOf } from '#contract/time.ts'
import { comingEvents } from '#features/marketing/events/server/public.ts'
import { countedLink, SECOND } from '#features/marketing/promotions/rules.ts'
import { livePromotions, type Stored } from '#features/marketing/promotions/server/public.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle } from '#server/http/handle.ts'
import { published, type PublicMovie } from '../contract.ts'
import { LIST_MOST } from '../rules.ts'
import { approvedMovies, type Approved } from './store.ts'

export const handlers = handle(published, {
  heroBanners: async ({ app, db, now }) => {
    const absoluteUrl = absoluteUrls(app.origin)
    const live = await livePromotions(db, 'banner', now, LIST_MOST)
    return {
      banners: live.map((banner) => ({
        ...toPromotion(banner, absoluteUrl),
        isMovie: banner.isMovie,
        rosetta_movie_id: banner.movieId,
        youtube_trailer: banner.trailer || null,
        url: countedLink(app.origin, banner.code, banner.url) || null,
      })),
    }
  },

  promotions: async ({ app, db, now }) => {
    const absoluteUrl = absoluteUrls(app.origin)
    const live = await livePromotions(db, 'body', now, LIST_MOST)
    return {
      promotions: live.map((promotion) => ({
        ...toPromotion(promotion, absoluteUrl),
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
    const absoluteUrl = absoluteUrls(app.origin)
    // One more than is asked for tells whether another page follows.
    const found = await approvedMovies(db, now, { showing, ...sliceOf({ page, perPage }), limit: perPage + 1 })
    return {
      movies: found.slice(0, perPage).map((movie) => toPublic(movie, absoluteUrl)),
      nextPage: found.length > perPage ? page + 1 : null,
    }
  },

  events: async ({ app, db, now }) => {
    const absoluteUrl = absoluteUrls(app.origin)
    // What staff typed is written as UTC: today begins at its midnight.
    const today = new Date(`${dayOf(now, app.env.zone)}T00:00:00Z`)
    const coming = await comingEvents(db, today, LIST_MOST)
    return {
      events: coming.map((event) => ({
        id: event.id,
        name: event.name,
        description: event.description,
        event_category: event.category || null,
        image: absoluteUrl(event.image),
        date: event.startsAt.toISOString(),
        cinema_id: event.cinemaId,
        cinema_name: event.cinemaName,
        price: toNaira(event.kobo),
        movies: event.movies,
      })),
    }
  },
})

type AbsoluteUrl = (address: string) => string | null

/** An address of this server as one that another website can use; null for none. */
const absoluteUrls =
  (origin: string): AbsoluteUrl =>
  (address) =>
    address.startsWith('/') ? `${origin}${address}` : address || null

const toPromotion = (promotion: Stored, absoluteUrl: AbsoluteUrl) => ({
  id: promotion.id,
  title: promotion.title,
  description: promotion.description,
  web_media: absoluteUrl(promotion.webMedia),
  mobile_media: absoluteUrl(promotion.mobileMedia),
  thumbnail: absoluteUrl(promotion.thumbnail),
})

const toPublic = (movie: Approved, absoluteUrl: AbsoluteUrl): PublicMovie => ({
  movie_id: movie.id,
  title: movie.title,
  description: movie.overview,
  genres: movie.genres,
  censorship_rating: movie.censor_rating,
  movie_run_time: movie.runtime,
  release_year: movie.release_year,
  youtube_trailer: movie.trailer || null,
  big_poster: absoluteUrl(movie.poster),
  small_poster: absoluteUrl(movie.poster_small),
  big_background: absoluteUrl(movie.backdrop),
  small_background: absoluteUrl(movie.backdrop_small),
  is_coming_soon: movie.is_coming_soon,
  is_coming_soon_date: movie.coming_soon_date,
  next_show_time: movie.next_show_time ? new Date(movie.next_show_time).toISOString() : null,
})
