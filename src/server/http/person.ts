/**
 * Programs that follow links on their own, such as search engines and chat previews. In-app browsers (Instagram,
 * LinkedInApp, Telegram-Android, Pinterest for Android) and CUBOT phones are people.
 */
const PROGRAMS =
  /(?<!cu)bot(?![a-z])|crawl|spider|slurp|facebookexternalhit|facebookcatalog|meta-external|^whatsapp\/|skypeuripreview|microsoftpreview|bingpreview|snap url preview|google-inspectiontool|google-read-aloud|mediapartners-google|feedfetcher|vkshare|^viber|embedly|iframely|link ?preview|outbrain|^pinterest\/|^tumblr\/|flipboardproxy|w3c_validator|ia_archiver|headlesschrome|chrome-lighthouse|pingdom|statuscake|^(curl|wget|python|java|go-http-client|okhttp|axios|node|undici|ruby|php|libwww|apache-httpclient|postmanruntime)\b/i

/** Every browser names one of these. Programs that do so also say `compatible`. */
const BROWSER = /^(mozilla|opera|ucweb|nokia)/i
const COMPATIBLE = /compatible; (?!msie)|imageproxy/i

/** Checks whether a person made a request. A browser that prefetches a page does not count. */
export const isPerson = (headers: Readonly<Record<string, string | string[] | undefined>>): boolean => {
  const agent = String(headers['user-agent'] ?? '')
  if (!BROWSER.test(agent) || COMPATIBLE.test(agent) || PROGRAMS.test(agent)) return false
  const purpose = String(headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz'] ?? '')
  return !/prefetch|preview|prerender/i.test(purpose)
}
