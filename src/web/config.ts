import type { Weekday } from '#contract/time.ts'

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** Configuration from the server in meta elements, with defaults for a page without them. */
export const config = {
  /** Base address of the API, without a trailing slash. */
  api: meta('marquee-api') ?? '/api',
  chain: meta('marquee-chain') ?? 'Marquee Cinemas',
  /** Time zone of all times and dates on screen. */
  zone: meta('marquee-zone') ?? 'Africa/Lagos',
  /** Time zone of the business days. */
  dayZone: meta('marquee-day-zone') ?? meta('marquee-zone') ?? 'Africa/Lagos',
  /** Offsets of these zones from UTC in ms, where they never change. */
  clocks: JSON.parse(meta('marquee-clocks') ?? '{}') as Record<string, number>,
  /** End of a business day, HH:mm. */
  dayEnds: meta('marquee-day-ends') ?? '00:00',
  /** First day of a cinema week. */
  weekBegins: (meta('marquee-week-begins') ?? 'friday') as Weekday,
  /** The demo chain is loaded, with a known sign-in. */
  demo: meta('marquee-demo') !== 'off',
  /** Build of this page; undefined in development, where there is no service worker either. */
  build: meta('marquee-build'),
  keepsFiles: meta('marquee-build') !== undefined && meta('marquee-worker') === 'on',
  /** Emails are stored at /outbox instead of being sent. */
  outbox: meta('marquee-outbox') !== 'off',
  /** Identity providers for staff. */
  providers: JSON.parse(meta('marquee-providers') ?? '[]') as readonly { id: string; name: string }[],
  /** Maximum size of an upload. */
  uploadMaxBytes: Number(meta('marquee-upload-bytes')) || 200 * 1024 * 1024,
  /** Nonce for style elements added by scripts (Content-Security-Policy). */
  nonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '',
}
