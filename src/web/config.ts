import type { Weekday } from '#contract/time.ts'

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** What the server that served this page told it (meta elements), with defaults for a page that nobody filled in. */
export const config = {
  /** The API's base address, without a slash at its end. */
  api: meta('marquee-api') ?? '/api',
  chain: meta('marquee-chain') ?? 'Marquee Cinemas',
  /** The time zone of every clock and calendar day on screen. */
  zone: meta('marquee-zone') ?? 'Africa/Lagos',
  /** The one whose days are the business days. */
  dayZone: meta('marquee-day-zone') ?? meta('marquee-zone') ?? 'Africa/Lagos',
  /** What the clocks of these two are ahead of UTC, in ms, where they never change. */
  clocks: JSON.parse(meta('marquee-clocks') ?? '{}') as Record<string, number>,
  /** When a business day ends, HH:mm. */
  dayEnds: meta('marquee-day-ends') ?? '00:00',
  /** The first day of a cinema week. */
  weekBegins: (meta('marquee-week-begins') ?? 'friday') as Weekday,
  /** The demo chain is loaded, with a known sign-in. */
  demo: meta('marquee-demo') !== 'off',
  /** Which build of the application this page is of; nothing in development, where there is no worker either. */
  build: meta('marquee-build'),
  keepsFiles: meta('marquee-build') !== undefined && meta('marquee-worker') === 'on',
  /** Mail is kept at /outbox instead of being sent. */
  outbox: meta('marquee-outbox') !== 'off',
  /** Where staff may sign in with an account of theirs. */
  providers: JSON.parse(meta('marquee-providers') ?? '[]') as readonly { id: string; name: string }[],
  /** The largest file that the server takes. */
  uploadMaxBytes: Number(meta('marquee-upload-bytes')) || 200 * 1024 * 1024,
  /** Allows the style elements that we add (Content-Security-Policy). */
  nonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '',
}
