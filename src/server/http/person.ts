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
