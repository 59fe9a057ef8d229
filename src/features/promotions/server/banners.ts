import type { Entered } from './store.ts'
import type { BannerFields } from '../banner-rules.ts'

/** A hero banner as the rules read it. Its rows are those of promotions, at the position `banner`. */
export const bannerFieldsOf = (entered: Entered): BannerFields => ({
  isMovie: entered.isMovie,
  title: entered.title,
  description: entered.description,
  rosetta_movie_id: entered.movieId ?? '',
  youtube_trailer: entered.trailer,
  url: entered.url,
  web_image: entered.webMedia,
  mobile_image: entered.mobileMedia,
  thumbnail: entered.thumbnail,
})
