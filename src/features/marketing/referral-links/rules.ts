/** Rules and messages of referral links (operations 5, 8, 9). */
import { withCode } from '#contract/code.ts'
import { errors } from '#contract/errors.ts'

export const CODE_LENGTH = 8
export const PAGE = 10
export const NAME_LENGTH = 100
export const SEARCH_DEBOUNCE_MS = 2000
export const CODE = /^[A-Za-z0-9]{8}$/

export const messages = {
  noName: 'Field is empty',
  noMovie: 'This field is empty',
  unknownMovie: errors.notFound('movie'),
  badCode: errors.enter('a code of 8 letters and digits'),
  codeInUse: 'This code is taken',
  codeStays: 'The code cannot change because it has been shared',
  badLink: errors.enter('a web address'),
  noShop: 'The address of the shop is unknown. Set SHOP_URL on the server, or send the long link.',
  created: 'Created referral link',
  madeBefore: 'The link was already created, as you first typed it. Close this and edit it in the list.',
  updated: 'Updated referral link',
  deleted: 'Deleted successfully',
  restored: 'Referral link restored',
  noSuchLink: errors.notFound('referral link'),
} as const

export type LinkDraft = { name: string; movie_id: string }

/** What is wrong with a link, by field. */
export const linkErrors = ({ name, movie_id }: LinkDraft): Partial<Record<keyof LinkDraft, string>> => ({
  ...(name.trim() === '' && { name: messages.noName }),
  ...(movie_id === '' && { movie_id: messages.noMovie }),
})

/** Where the shop shows a movie: at `{movie_id}` in its address where that has it, else by a parameter. */
export const longLinkOf = (shop: string, movieId: string, code: string): string => {
  if (shop.includes('{movie_id}')) return withCode(shop.replaceAll('{movie_id}', encodeURIComponent(movieId)), code)
  const url = new URL(shop)
  url.searchParams.set('movie_id', movieId)
  return withCode(url.href, code)
}

/** A link with the marks of a campaign that its opener's address has, such as utm_source; what it says itself stays. */
export const withMarks = (link: string, marks: Readonly<Record<string, unknown>>): string => {
  const url = new URL(link)
  const more = Object.entries(marks).filter(([name]) => !url.searchParams.has(name))
  for (const [name, value] of more) for (const one of [value].flat()) url.searchParams.append(name, String(one))
  return more.length ? url.href : link
}

export const SHORT_PATH = '/r/'
/** In capitals, as on a poster. */
export const SHORT_PATHS = [SHORT_PATH, '/R/']

/** The code of a short link as it was opened: the end of a sentence may stand behind it. */
export const openedCode = (typed: string): string => /^[A-Za-z0-9]*/.exec(typed)![0]
