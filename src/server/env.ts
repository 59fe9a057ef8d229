import { readFileSync } from 'node:fs'
import { dayZoneOf } from '#contract/time.ts'
import { groups, settings } from './configuration.ts'
import { addressesOf, withPassword } from './db/address.ts'
import type { Key, WebIdentity } from './integrations/storage/s3-key.ts'
import { listed, valuesOf, type Values } from './setting.ts'

type Parsed = Values<typeof settings>
type Given = Readonly<Record<string, string | undefined>>

/** Settings in the form used in code; a connection that is not configured is undefined. */
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

/** Addresses of vendors, the same for every chain. */
const ADDRESSES = {
  tmdb: 'https://api.themoviedb.org/3',
  tmdbImages: 'https://image.tmdb.org/t/p',
  flutterwave: 'https://api.flutterwave.com/v3',
  fcm: 'https://fcm.googleapis.com',
  bitly: 'https://api-ssl.bitly.com/v4',
}

/** Settings only for tests. */
export type TestOptions = {
  /** Whether the embedded integrations have test triggers; default: only in the demo. */
  hasSentinels?: boolean
  /** Addresses of simulated vendors on this machine. */
  addresses?: Partial<typeof ADDRESSES>
}

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * Parses the settings once, at the start.
 * @throws Error with one line that names the setting and its rule
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
    /** Zone whose calendar days are the business days: the chain's zone if they end at midnight. */
    dayZone: dayZone(s),
    databaseUrl: databaseAt(s.databaseUrl, s),
    databaseDirectUrl: databaseAt(s.databaseDirectUrl, s),
    databaseReadUrl: databaseAt(s.databaseReadUrl, s),
    // Without a port, /metrics is on the main port and needs the token; without both, metrics are disabled.
    metrics: s.metrics.port === undefined && s.metrics.token === undefined ? undefined : s.metrics,
    tmdb: s.tmdb && { ...s.tmdb, url: tmdb, imageUrl: tmdbImages },
    s3: s.s3 && s3Of(s.s3, s.aws),
    flutterwave: s.flutterwave && { ...s.flutterwave, url: flutterwave },
    fcm: s.fcm && { ...s.fcm, url: fcm },
    bitly: s.bitly && { ...s.bitly, url: bitly },
  }
}

/**
 * Reads secrets from files, for containers: SESSION_SECRET_FILE names the file with SESSION_SECRET. A line end at the
 * end of the file is removed, because editors add it.
 */
function withFiles(given: Given): Given {
  const read: Record<string, string | undefined> = { ...given }
  for (const name of secretNames) {
    const file = given[`${name}_FILE`]
    if (file === undefined) continue
    if (given[name] !== undefined) throw new Error(`${name} and ${name}_FILE are both set: set only one of them`)
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

/** Prefixes of settings, without those of other programs on the server. */
const SETTING_NAME = /^(BITLY|CHAIN|DATABASE|DEMO|FCM|FLUTTERWAVE|KEEP|METRICS|OIDC|S3|SENTRY|SMTP|TMDB|VEEZI|VISTA)_/

/** Lists variables that look like settings and are not, because a misspelled setting has no effect. */
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

/** Rejects a connection with only a part of its required settings. */
function rejectPartial(given: Given) {
  for (const group of groups) {
    const all = listed(group.settings)
    const missing = all.find(({ name, isNeeded }) => isNeeded && given[name] === undefined)
    const set = all.find(({ name }) => given[name] !== undefined)
    if (missing && set) throw new Error(`${missing.name} is missing: it is required because ${set.name} is set`)
  }
}

/** Address that no one owns (RFC 2606). */
const DEMO_SHOP = 'https://shop.marquee.example'

/** Returns the setting with which other machines reach the server; undefined: none. */
export function reachedBy({ host, publicUrl, trustProxy }: Pick<Env, 'host' | 'publicUrl' | 'trustProxy'>) {
  if (!isLoopback(host)) return `HOST is ${host}`
  if (publicUrl && !isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''))) return `PUBLIC_URL is ${publicUrl}`
  // The proxy may be reached from anywhere.
  return trustProxy ? 'TRUST_PROXY is on' : undefined
}

function dayZone({ zone, dayEnds: ends }: Parsed): string {
  const found = dayZoneOf(zone, Number(ends.slice(0, 2)))
  if (found === undefined)
    throw new Error(
      `BUSINESS_DAY_ENDS is ${ends} and CHAIN_ZONE is ${zone}: a business day that does not end at midnight needs a zone of full hours without summer time. Set BUSINESS_DAY_ENDS=00:00.`,
    )
  return found
}

const hasDemo = (s: Parsed) => s.demo ?? !(s.databaseUrl || s.vista || s.veezi)

function refuseContradictions(s: Parsed, given: Given) {
  for (const name of ['DATABASE_PASSWORD', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
    if (given[name] !== undefined && s.databaseUrl === undefined)
      throw new Error(`DATABASE_URL is missing: it is required because ${name} is set`)
  if (s.databaseDirectUrl && addressesOf(s.databaseUrl!).length > 1)
    throw new Error(
      'DATABASE_URL names several hosts and DATABASE_DIRECT_URL is set: use one address, because the pooler follows the primary',
    )
  const sells = s.vista ? 'VISTA_URL' : 'VEEZI_SITES'
  if (s.vista && s.veezi) throw new Error('VISTA_URL and VEEZI_SITES are both set: a chain has one point of sale')
  if (s.demo && (s.vista || s.veezi))
    throw new Error(`DEMO is on and ${sells} is set: the demo chain would appear among real cinemas. Set DEMO=off.`)
  const reached = hasDemo(s) && !s.isDemoPublic ? reachedBy(s) : undefined
  if (reached)
    throw new Error(
      `DEMO is on and ${reached}: anyone who reaches the server could sign in with the demo's password. Set DEMO=off, or DEMO_PUBLIC=on to allow this.`,
    )
  if (s.s3) refuseNoKey(given)
  if (s.smtp) refuseHalfSender(s.smtp)
}

function refuseHalfSender({ user, password, security, host }: SmtpSettings) {
  if (Boolean(user) !== Boolean(password))
    throw new Error(
      user
        ? 'SMTP_PASSWORD is missing: it is required because SMTP_USER is set'
        : 'SMTP_USER is missing: it is required because SMTP_PASSWORD is set',
    )
  if (user && security === 'none' && !isLoopback(host))
    throw new Error('SMTP_SECURITY is none and SMTP_USER is set: the password would be sent without encryption')
}

/** Rejects a file store without a key and without a complete web identity. */
function refuseNoKey(given: Given) {
  const keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const identity = ['AWS_WEB_IDENTITY_TOKEN_FILE', 'AWS_ROLE_ARN'] as const
  const isKey = keys.some((name) => given[name] !== undefined) || identity.every((name) => given[name] === undefined)
  const missing = (isKey ? keys : identity).find((name) => given[name] === undefined)
  if (missing) throw new Error(`${missing} is missing: it is required because S3_ENDPOINT is set`)
}

const s3Of = (s3: NonNullable<Parsed['s3']>, aws: Parsed['aws']): S3Settings => ({
  ...s3,
  // Unused with a web identity.
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
