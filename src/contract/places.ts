/** Sizes of pictures in lists, in CSS pixels. */
export const PLACES = {
  poster: { width: 30, height: 42 },
  square: { width: 36, height: 36 },
  wide: { width: 68, height: 38 },
} as const
export type Place = keyof typeof PLACES
