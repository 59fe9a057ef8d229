/** Rules and words of referral links (operations 5, 8, 9). */

export const CODE_LENGTH = 8
export const PAGE = 10
export const NAME_LENGTH = 100
export const SEARCH_DEBOUNCE_MS = 2000
export const CODE = /^[A-Za-z0-9]{8}$/

export const messages = {
  noName: 'Field is empty',
  noMovie: 'This field is empty',
  unknownMovie: 'There is no such movie',
  badCode: 'The code has 8 letters and digits',
  codeTaken: 'This code is taken',
  codeStays: "The code can't change: it has been shared",
  badLink: 'Not a web address',
  noShop: 'The shop is not known: set SHOP_URL on the server, or send the long link',
  created: 'Created referral link',
  madeBefore: 'It was made already, as it was first typed. Close this and change it in the list',
  updated: 'Updated referral link',
  deleted: 'Deleted successfully',
  restored: 'Referral link restored',
  noSuchLink: 'There is no such referral link',
} as const

export type LinkDraft = { name: string; movie_id: string }

/** What is wrong with a link, by field. */
export const linkErrors = ({ name, movie_id }: LinkDraft): Partial<Record<keyof LinkDraft, string>> => ({
  ...(name.trim() === '' && { name: messages.noName }),
  ...(movie_id === '' && { movie_id: messages.noMovie }),
})

/** A link to the shop that carries the code. */
export const withCode = (link: string, code: string): string => {
  const url = new URL(link)
  url.searchParams.set('referral_code', code)
  return url.href
}

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

/**
 * Programs that follow a link on their own: search engines, and those that show a preview of it in a chat. An in-app
 * browser (Instagram, LinkedInApp, Telegram-Android, Pinterest for Android) is a person, and so is who has a CUBOT phone.
 */
const PROGRAMS =
  /(?<!cu)bot(?![a-z])|crawl|spider|slurp|facebookexternalhit|facebookcatalog|meta-external|^whatsapp\/|skypeuripreview|microsoftpreview|bingpreview|snap url preview|google-inspectiontool|google-read-aloud|mediapartners-google|feedfetcher|vkshare|^viber|embedly|iframely|link ?preview|outbrain|^pinterest\/|^tumblr\/|flipboardproxy|w3c_validator|ia_archiver|headlesschrome|chrome-lighthouse|pingdom|statuscake|^(curl|wget|python|java|go-http-client|okhttp|axios|node|undici|ruby|php|libwww|apache-httpclient|postmanruntime)\b/i

/** Every browser says that it is one of these; programs that say so, too, say beside it that they are `compatible`. */
const BROWSER = /^(mozilla|opera|ucweb|nokia)/i
const COMPATIBLE = /compatible; (?!msie)|imageproxy/i

/** Whether a click is a person's. A browser that fetches a page in advance is not yet one. */
export const isPerson = (headers: Readonly<Record<string, string | string[] | undefined>>): boolean => {
  const agent = String(headers['user-agent'] ?? '')
  if (!BROWSER.test(agent) || COMPATIBLE.test(agent) || PROGRAMS.test(agent)) return false
  const purpose = String(headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz'] ?? '')
  return !/prefetch|preview|prerender/i.test(purpose)
}
