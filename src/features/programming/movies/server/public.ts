/** What other features use of this one. */
export {
  addFilm,
  addReviews,
  castOf,
  changeMovie,
  displayTitle,
  findMovie,
  idsOfNumber,
  movieTitles,
  removeFilm,
  renameFilm,
  replaceCast,
  reviewsReportedOtherwise,
  unknownMovies,
  type Cast,
  type Movie,
  type MovieChange,
} from './store.ts'
