import { readFileSync } from 'node:fs'
import { dayZoneOf } from '#contract/time.ts'
import { groups, settings } from './configuration.ts'
import { addressesOf, withPassword } from './db/address.ts'
import type { Key, WebIdentity } from './integrations/storage/s3-key.ts'
import { listed, valuesOf, type Values } from './setting.ts'

type Parsed = Values<typeof settings>
type Given = Readonly<Record<string, string | undefined>>

/** The settings as the application uses them; a connection that is not configured is undefined. */
export type Env = ReturnType<typeof parseEnv>

export type TmdbSettings = NonNullable<Env['tmdb']>
export type VistaSettings = NonNullable<Env['vista']>
export type VeeziSettings = NonNullable<Env['veezi']>
export type S3Settings = Omit<NonNullable<Parsed['s3']>, keyof Key> & Key & { identity?: WebIdentity | undefined }
export type SmtpSettings = NonNullable<Env['smtp']>
export type FlutterwaveSettings = NonNullable<Env['flutterwave']>
export type FcmSettings = NonNullable<Env['fcm']>
export type BitlySettings = NonNullable<Env['bitly']>
export type SentrySettings = NonNullable<Env['sentry']>

/** Vendors' addresses that are the same for every chain. */
const ADDRESSES = {
  tmdb: 'https://api.themoviedb.org/3',
  tmdbImages: 'https://image.tmdb.org/t/p',
  flutterwave: 'https://api.flutterwave.com/v3',
  fcm: 'https://fcm.googleapis.com',
  bitly: 'https://api-ssl.bitly.com/v4',
}

/** Settings for tests alone: no operator has them. */
export type TestOptions = {
  /** Whether the embedded integrations fail when they are asked to; otherwise only those of the demo do. */
  hasSentinels?: boolean
  /** Vendors on this machine. */
  addresses?: Partial<typeof ADDRESSES>
}

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * Parses the settings once, at the start.
 * @throws Error whose message is one line that names the setting and the rule
 */
export function parseEnv(source: Given, test: TestOptions = {}) {
  const given = withFiles(
    Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== '')),
  )
  const s = valuesOf(settings, given)
  rejectPartial(given)
  const demo = hasDemo(s)
  refuseContradictions(s, given)
  const { tmdb, tmdbImages, flutterwave, fcm, bitly } = { ...ADDRESSES, ...test.addresses }
  return {
    ...s,
    demo,
    hasSentinels: test.hasSentinels ?? demo,
    shopUrl: s.shopUrl ?? (demo ? DEMO_SHOP : undefined),
    /** The zone whose calendar days are the business days: the chain's own where they end at midnight. */
    dayZone: dayZone(s),
    databaseUrl: databaseAt(s.databaseUrl, s),
    databaseDirectUrl: databaseAt(s.databaseDirectUrl, s),
    databaseReadUrl: databaseAt(s.databaseReadUrl, s),
    // Without a port they are served on the server's own, for whoever has the token; without both nobody counts.
    metrics: s.metrics.port === undefined && s.metrics.token === undefined ? undefined : s.metrics,
    tmdb: s.tmdb && { ...s.tmdb, url: tmdb, imageUrl: tmdbImages },
    s3: s.s3 && s3Of(s.s3, s.aws),
    flutterwave: s.flutterwave && { ...s.flutterwave, url: flutterwave },
    fcm: s.fcm && { ...s.fcm, url: fcm },
    bitly: s.bitly && { ...s.bitly, url: bitly },
  }
}

/**
 * Secrets may stand in files, as containers are given them: SESSION_SECRET_FILE names the one that holds SESSION_SECRET.
 * The line end behind it is an editor's.
 */
function withFiles(given: Given): Given {
  const read: Record<string, string | undefined> = { ...given }
  for (const name of secretNames) {
    const file = given[`${name}_FILE`]
    if (file === undefined) continue
    if (given[name] !== undefined) throw new Error(`${name} and ${name}_FILE are both set: one of them is meant`)
    try {
      read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      throw new Error(`${name}_FILE cannot be read: ${(error as Error).message}`, { cause: error })
    }
    if (!read[name]) throw new Error(`${name}_FILE is empty (${file})`)
  }
  return read
}

const names = new Set(listed(settings).map(({ name }) => name))
const secretNames = listed(settings)
  .filter(({ isSecret }) => isSecret)
  .map(({ name }) => name)

/** How names of settings begin, and no others that a server may have around it. */
const SETTING_NAME = /^(BITLY|CHAIN|DATABASE|DEMO|FCM|FLUTTERWAVE|KEEP|METRICS|OIDC|S3|SENTRY|SMTP|TMDB|VEEZI|VISTA)_/

/** What is set, looks like a setting and is none: a misspelled one would have no effect, and nobody would know. */
export const unknownSettings = (source: Record<string, string | undefined>): string[] =>
  Object.keys(source)
    .filter(
      (name) =>
        source[name] &&
        SETTING_NAME.test(name) &&
        !names.has(name) &&
        !secretNames.some((secret) => name === `${secret}_FILE`),
    )
    .sort()

const databaseAt = (address: string | undefined, { databasePassword: password }: Parsed) =>
  address === undefined || password === undefined ? address : withPassword(address, password)

/** A connection of which something is set, but not all that it needs. */
function rejectPartial(given: Given) {
  for (const group of groups) {
    const all = listed(group.settings)
    const missing = all.find(({ name, isNeeded }) => isNeeded && given[name] === undefined)
    const set = all.find(({ name }) => given[name] !== undefined)
    if (missing && set) throw new Error(`${missing.name} is missing: it is needed because ${set.name} is set`)
  }
}

/** Nobody has that address (RFC 2606). */
const DEMO_SHOP = 'https://shop.marquee.example'

/** Which setting says that others than those at this machine reach the server; undefined: none. */
export function reachedBy({ host, publicUrl, trustProxy }: Pick<Env, 'host' | 'publicUrl' | 'trustProxy'>) {
  if (!isLoopback(host)) return `HOST is ${host}`
  if (publicUrl && !isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''))) return `PUBLIC_URL is ${publicUrl}`
  // Behind a proxy it is reached from wherever the proxy is.
  return trustProxy ? 'TRUST_PROXY is on' : undefined
}

function dayZone({ zone, dayEnds: ends }: Parsed): string {
  const found = dayZoneOf(zone, Number(ends.slice(0, 2)))
  if (found === undefined)
    throw new Error(
      `BUSINESS_DAY_ENDS is ${ends} and CHAIN_ZONE is ${zone}: a business day that does not end at midnight takes a zone of whole hours without summer time. Set BUSINESS_DAY_ENDS=00:00`,
    )
  return found
}

const hasDemo = (s: Parsed) => s.demo ?? !(s.databaseUrl || s.vista || s.veezi)

function refuseContradictions(s: Parsed, given: Given) {
  for (const name of ['DATABASE_PASSWORD', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
    if (given[name] !== undefined && s.databaseUrl === undefined)
      throw new Error(`DATABASE_URL is missing: it is needed because ${name} is set`)
  if (s.databaseDirectUrl && addressesOf(s.databaseUrl!).length > 1)
    throw new Error(
      'DATABASE_URL names several hosts and DATABASE_DIRECT_URL is set: a pooler has one address, and itself follows the primary',
    )
  const sells = s.vista ? 'VISTA_URL' : 'VEEZI_SITES'
  if (s.vista && s.veezi) throw new Error('VISTA_URL and VEEZI_SITES are both set: a chain has one point of sale')
  if (s.demo && (s.vista || s.veezi))
    throw new Error(`DEMO is on and ${sells} is set: the demo chain would stand among real cinemas. Set DEMO=off`)
  const reached = hasDemo(s) && !s.isDemoPublic ? reachedBy(s) : undefined
  if (reached)
    throw new Error(
      `DEMO is on and ${reached}: anybody who reaches it could sign in with the demo's password. Set DEMO=off, or DEMO_PUBLIC=on if that is meant`,
    )
  if (s.s3) refuseNoKey(given)
  if (s.smtp) refuseHalfSender(s.smtp)
}

function refuseHalfSender({ user, password, security, host }: SmtpSettings) {
  if (Boolean(user) !== Boolean(password))
    throw new Error(
      user
        ? 'SMTP_PASSWORD is missing: it is needed because SMTP_USER is set'
        : 'SMTP_USER is missing: it is needed because SMTP_PASSWORD is set',
    )
  if (user && security === 'none' && !isLoopback(host))
    throw new Error('SMTP_SECURITY is none and SMTP_USER is set: the password would travel unprotected')
}

/** Of the file store: a key, or both halves of a web identity. */
function refuseNoKey(given: Given) {
  const keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const identity = ['AWS_WEB_IDENTITY_TOKEN_FILE', 'AWS_ROLE_ARN'] as const
  const isKey = keys.some((name) => given[name] !== undefined) || identity.every((name) => given[name] === undefined)
  const missing = (isKey ? keys : identity).find((name) => given[name] === undefined)
  if (missing) throw new Error(`${missing} is missing: it is needed because S3_ENDPOINT is set`)
}

const s3Of = (s3: NonNullable<Parsed['s3']>, aws: Parsed['aws']): S3Settings => ({
  ...s3,
  // With a web identity nobody asks for the key.
  accessKeyId: s3.accessKeyId ?? '',
  secretAccessKey: s3.secretAccessKey ?? '',
  sessionToken: aws.sessionToken,
  identity: s3.accessKeyId === undefined ? identityOf(aws, s3.region) : undefined,
})

const identityOf = ({ tokenFile, roleArn, sessionName, url }: Parsed['aws'], region: string): WebIdentity => ({
  tokenFile: tokenFile!,
  roleArn: roleArn!,
  sessionName,
  url: url ?? `https://sts.${region}.amazonaws.com`,
})
