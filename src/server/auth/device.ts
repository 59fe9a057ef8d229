/** The last match wins, because other browsers name Chrome and Safari too. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const
/** A user agent has any length. */
const LENGTH_MOST = 500

/** Describes a browser by its user agent: "Chrome on Android". */
export function deviceOf(userAgent = ''): string {
  const agent = userAgent.slice(0, LENGTH_MOST)
  const of = (kinds: readonly (readonly [string, RegExp])[]) => kinds.find(([, pattern]) => pattern.test(agent))?.[0]
  const [browser, system] = [of(BROWSERS), of(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
