/** Genres, as movie databases and Marquee name them. */
export const GENRES = [
  'Action',
  'Adventure',
  'Animation',
  'Comedy',
  'Crime',
  'Documentary',
  'Drama',
  'Family',
  'Fantasy',
  'History',
  'Horror',
  'Music',
  'Mystery',
  'Romance',
  'Science Fiction',
  'TV Movie',
  'Thriller',
  'War',
  'Western',
] as const
export type Genre = (typeof GENRES)[number]

/** Classifications of the National Film and Video Censors Board; TBC: not classified yet. */
export const CENSOR_RATINGS = ['12', '12A', '15', '18', 'G', 'PG', 'RE', 'TBC'] as const
export type CensorRating = (typeof CENSOR_RATINGS)[number]
