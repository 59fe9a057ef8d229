import { readFileSync } from 'node:fs'
import path from 'node:path'
import type * as z from 'zod/mini'
import { dayZoneOf, type Weekday } from '#contract/time.ts'
import type { SessionLimits } from './auth/sessions.ts'
import { addressesOf, withPassword } from './db/address.ts'
import type { SentrySettings } from './watch/sentry.ts'
import type { WebIdentity } from './integrations/storage/s3-key.ts'
import { aboutSetting, groups, Settings, type ProviderSettings } from './configuration.ts'

type Parsed = z.infer<typeof Settings>

/** The settings as the application uses them; a connection that is not configured is undefined. */
export type Env = {
  port: number
  host: string
  stopDelayMs: number
  /** Whether browsers keep the application's files. */
  hasWorker: boolean
  dataDir: string
  databaseUrl: string | undefined
  /** Of the same database, past a pooler. */
  databaseDirectUrl: string | undefined
  /** Of its replicas, one or several. */
  databaseReadUrl: string | undefined
  /** A replica that is further behind is not read from. */
  readLagMs: number
  /** Connections at most. */
  poolSize: number
  /** The largest upload, in bytes. */
  uploadMaxBytes: number
  /** What seals the codes of vouchers; undefined: a key in the data folder. */
  voucherKey: string | undefined
  pushUndoSeconds: number
  /** Where customers buy; undefined: nobody said. */
  shopUrl: string | undefined
  demo: boolean
  demoSize: Parsed['DEMO_SIZE']
  /** Whether the embedded integrations fail when they are asked to: in the demo and in tests alone. */
  hasSentinels: boolean
  /** Where browsers and emails reach this server; undefined: relative addresses, and emails use http://HOST:PORT. */
  publicUrl: string | undefined
  sessionSecret: string | undefined
  session: SessionLimits & { reauthenticationMs: number }
  /** How long a new password of staff is at least. */
  passwords: { min: number; minWithFactor: number }
  providers: readonly ProviderSettings[]
  /** Everybody, or those who may sign in with a password. */
  passwordSignIn: 'on' | readonly string[]
  /** The day from which everybody needs a second factor; undefined: roles say. */
  twoFactorFrom: string | undefined
  chainName: string
  zone: string
  /** The zone whose calendar days are the business days: the chain's own where they end at midnight. */
  dayZone: string
  /** When a business day ends, "00:00" to "08:00" of the zone. */
  dayEnds: string
  /** The first day of a cinema week. */
  weekBegins: Weekday
  /** When the daily letters are written, "07:00" of the zone. */
  dailyEmailAt: string
  logLevel: string
  /** Whether the audit log goes to standard output too. */
  isAuditShipped: boolean
  /** Nobody, or whose headers say where a caller is. */
  trustProxy: false | string[]
  /** For how many days rows are kept; undefined: for ever. */
  keepDays: ReturnType<typeof keepDaysOf>
  metrics: ReturnType<typeof metricsOf>
  traces: ReturnType<typeof tracesOf>
  sentry: SentrySettings | undefined
  tmdb: ReturnType<typeof tmdbOf>
  vista: ReturnType<typeof vistaOf>
  veezi: ReturnType<typeof veeziOf>
  s3: S3Settings | undefined
  smtp: ReturnType<typeof smtpOf>
  flutterwave: ReturnType<typeof flutterwaveOf>
  fcm: ReturnType<typeof fcmOf>
  bitly: ReturnType<typeof bitlyOf>
}

export type TmdbSettings = NonNullable<Env['tmdb']>
export type VistaSettings = NonNullable<Env['vista']>
export type VeeziSettings = NonNullable<Env['veezi']>
export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  /** Of the key that is set; with a web identity nobody asks for them. */
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
  identity?: WebIdentity | undefined
  style: Parsed['S3_STYLE']
  publicUrl: string | undefined
}
export type SmtpSettings = NonNullable<Env['smtp']>
export type FlutterwaveSettings = NonNullable<Env['flutterwave']>
export type FcmSettings = NonNullable<Env['fcm']>
export type BitlySettings = NonNullable<Env['bitly']>

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * Parses the settings once, at the start.
 * @throws Error whose message is one line that names the setting and the rule
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = withFiles(
    Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== '')),
  )
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const name = issue.path[0] as keyof typeof Settings.shape
    const example = aboutSetting(Settings.shape[name]).isSecret ? '' : ` (it is "${withoutPassword(given[name]!)}")`
    throw new Error(`${name} ${issue.message}${example}`)
  }
  rejectPartial(given)
  const s = parsed.data
  refuseContradictions(s)
  return {
    port: s.PORT,
    host: s.HOST,
    hasWorker: s.SERVICE_WORKER,
    stopDelayMs: s.STOP_DELAY_SECONDS * 1000,
    dataDir: path.resolve(s.DATA_DIR),
    databaseUrl: databaseAt(s.DATABASE_URL, s),
    databaseDirectUrl: databaseAt(s.DATABASE_DIRECT_URL, s),
    databaseReadUrl: databaseAt(s.DATABASE_READ_URL, s),
    readLagMs: s.DATABASE_READ_LAG_SECONDS * 1000,
    poolSize: s.DATABASE_CONNECTIONS,
    uploadMaxBytes: s.VIDEO_MAX_MB * 1024 * 1024,
    voucherKey: s.VOUCHER_KEY,
    pushUndoSeconds: s.PUSH_UNDO_SECONDS,
    shopUrl: s.SHOP_URL ?? (hasDemo(s) ? DEMO_SHOP : undefined),
    demo: hasDemo(s),
    demoSize: s.DEMO_SIZE,
    hasSentinels: hasDemo(s),
    publicUrl: s.PUBLIC_URL,
    sessionSecret: s.SESSION_SECRET,
    session: {
      idleMs: s.SESSION_IDLE_MINUTES * 60_000,
      mostMs: s.SESSION_MAX_HOURS * 3_600_000,
      reauthenticationMs: s.REAUTHENTICATION_MINUTES * 60_000,
    },
    passwords: { min: s.PASSWORD_MIN, minWithFactor: Math.min(s.PASSWORD_MIN, s.PASSWORD_MIN_WITH_FACTOR) },
    providers: s.OIDC_PROVIDERS ?? [],
    passwordSignIn: s.PASSWORD_SIGN_IN,
    twoFactorFrom: s.SECOND_FACTOR_FROM,
    chainName: s.CHAIN_NAME,
    zone: s.CHAIN_ZONE,
    dayZone: dayZone(s),
    dayEnds: s.BUSINESS_DAY_ENDS,
    weekBegins: s.CINEMA_WEEK_BEGINS,
    dailyEmailAt: s.DAILY_EMAIL_AT,
    logLevel: s.LOG_LEVEL,
    isAuditShipped: s.AUDIT_LOG === 'stdout',
    trustProxy: s.TRUST_PROXY,
    keepDays: keepDaysOf(s),
    metrics: metricsOf(s),
    traces: tracesOf(s),
    sentry: sentryOf(s),
    tmdb: tmdbOf(s),
    vista: vistaOf(s),
    veezi: veeziOf(s),
    s3: s3Of(s),
    smtp: smtpOf(s),
    flutterwave: flutterwaveOf(s),
    fcm: fcmOf(s),
    bitly: bitlyOf(s),
  }
}

/**
 * Secrets may stand in files, as containers are given them: SESSION_SECRET_FILE names the one that holds SESSION_SECRET.
 * The line end behind it is an editor's.
 */
function withFiles(given: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = { ...given }
  for (const name of secretSettings) {
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

const secretSettings = Object.entries(Settings.shape)
  .filter(([, schema]) => aboutSetting(schema).isSecret)
  .map(([name]) => name)

/** How names of settings begin, and no others that a server may have around it. */
const SETTING_NAME = /^(BITLY|CHAIN|DATABASE|DEMO|FCM|FLUTTERWAVE|KEEP|METRICS|OIDC|S3|SENTRY|SMTP|TMDB|VEEZI|VISTA)_/

/** What is set, looks like a setting and is none: a misspelled one would have no effect, and nobody would know. */
export const unknownSettings = (source: Record<string, string | undefined>): string[] =>
  Object.keys(source)
    .filter(
      (name) =>
        source[name] &&
        SETTING_NAME.test(name) &&
        !(name in Settings.shape) &&
        !secretSettings.some((secret) => name === `${secret}_FILE`),
    )
    .sort()

const databaseAt = (address: string | undefined, { DATABASE_PASSWORD: password }: Parsed) =>
  address === undefined || password === undefined ? address : withPassword(address, password)

const withoutPassword = (value: string) => value.replace(/\/\/[^/@]*@/, '//…@')

/** A connection of which something is set, but not all that it needs. */
function rejectPartial(given: Record<string, unknown>) {
  for (const { needs = [], settings } of groups) {
    const missing = needs.find((name) => given[name] === undefined)
    const isSet = Object.keys(settings).find((name) => given[name] !== undefined)
    if (missing && isSet) throw new Error(`${missing} is missing: it is needed because ${isSet} is set`)
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

function dayZone({ CHAIN_ZONE: zone, BUSINESS_DAY_ENDS: ends }: Parsed): string {
  const found = dayZoneOf(zone, Number(ends.slice(0, 2)))
  if (found === undefined)
    throw new Error(
      `BUSINESS_DAY_ENDS is ${ends} and CHAIN_ZONE is ${zone}: a business day that does not end at midnight takes a zone of whole hours without summer time. Set BUSINESS_DAY_ENDS=00:00`,
    )
  return found
}

const hasDemo = (s: Parsed) => s.DEMO ?? !(s.DATABASE_URL || s.VISTA_URL || s.VEEZI_SITES)

function refuseContradictions(s: Parsed) {
  for (const name of ['DATABASE_PASSWORD', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (s[name] !== undefined && s.DATABASE_URL === undefined)
      throw new Error(`DATABASE_URL is missing: it is needed because ${name} is set`)
  if (s.DATABASE_DIRECT_URL && addressesOf(s.DATABASE_URL!).length > 1)
    throw new Error(
      'DATABASE_URL names several hosts and DATABASE_DIRECT_URL is set: a pooler has one address, and itself follows the primary',
    )
  const sells = s.VISTA_URL ? 'VISTA_URL' : 'VEEZI_SITES'
  if (s.VISTA_URL && s.VEEZI_SITES)
    throw new Error('VISTA_URL and VEEZI_SITES are both set: a chain has one point of sale')
  if (s.DEMO && (s.VISTA_URL || s.VEEZI_SITES))
    throw new Error(`DEMO is on and ${sells} is set: the demo chain would stand among real cinemas. Set DEMO=off`)
  const reached =
    hasDemo(s) && !s.DEMO_PUBLIC
      ? reachedBy({ host: s.HOST, publicUrl: s.PUBLIC_URL, trustProxy: s.TRUST_PROXY })
      : undefined
  if (reached)
    throw new Error(
      `DEMO is on and ${reached}: anybody who reaches it could sign in with the demo's password. Set DEMO=off, or DEMO_PUBLIC=on if that is meant`,
    )
  refuseNoKey(s)
  if (Boolean(s.SMTP_USER) !== Boolean(s.SMTP_PASSWORD))
    throw new Error(
      s.SMTP_USER
        ? 'SMTP_PASSWORD is missing: it is needed because SMTP_USER is set'
        : 'SMTP_USER is missing: it is needed because SMTP_PASSWORD is set',
    )
  if (s.SMTP_USER && s.SMTP_SECURITY === 'none' && !isLoopback(s.SMTP_HOST ?? ''))
    throw new Error('SMTP_SECURITY is none and SMTP_USER is set: the password would travel unprotected')
}

const keepDaysOf = (s: Parsed) => ({
  audit: s.KEEP_AUDIT_DAYS,
  errors: s.KEEP_ERRORS_DAYS,
  emails: s.KEEP_EMAILS_DAYS,
  alerts: s.KEEP_ALERTS_DAYS,
  pushes: s.KEEP_PUSHES_DAYS,
  devices: s.KEEP_DEVICES_DAYS,
  schedules: s.KEEP_SCHEDULES_DAYS,
  signIns: s.KEEP_SIGN_INS_DAYS,
})

/** Of the file store: a key, or both halves of a web identity. */
function refuseNoKey(s: Parsed) {
  if (s.S3_ENDPOINT === undefined) return
  const keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const identity = ['AWS_WEB_IDENTITY_TOKEN_FILE', 'AWS_ROLE_ARN'] as const
  const isKey = keys.some((name) => s[name] !== undefined) || identity.every((name) => s[name] === undefined)
  const missing = (isKey ? keys : identity).find((name) => s[name] === undefined)
  if (missing) throw new Error(`${missing} is missing: it is needed because S3_ENDPOINT is set`)
}

/** Undefined where nobody counts; without a port it is served on the server's own, for whoever has the token. */
const metricsOf = (s: Parsed) =>
  s.METRICS_PORT === undefined && s.METRICS_TOKEN === undefined
    ? undefined
    : { port: s.METRICS_PORT, host: s.METRICS_HOST, token: s.METRICS_TOKEN }

const tracesOf = (s: Parsed) =>
  s.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: s.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: s.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        service: s.OTEL_SERVICE_NAME,
        attributes: s.OTEL_RESOURCE_ATTRIBUTES ?? {},
        sampler: s.OTEL_TRACES_SAMPLER,
        ratio: s.OTEL_TRACES_SAMPLER_ARG,
      }

/** `https://key@host/path/project` */
function sentryOf({ SENTRY_DSN: dsn, SENTRY_ENVIRONMENT: environment }: Parsed): SentrySettings | undefined {
  if (dsn === undefined) return
  const { protocol, host, username, pathname } = new URL(dsn)
  const [, path, project] = /^(.*)\/(\d+)$/.exec(pathname)!
  return { url: `${protocol}//${host}${path}/api/${project}/envelope/`, key: username, environment }
}

const tmdbOf = (s: Parsed) =>
  s.TMDB_TOKEN === undefined
    ? undefined
    : {
        token: s.TMDB_TOKEN,
        url: s.TMDB_URL,
        imageUrl: s.TMDB_IMAGE_URL,
        language: s.TMDB_LANGUAGE,
        region: s.TMDB_REGION,
      }

const vistaOf = (s: Parsed) =>
  s.VISTA_URL === undefined
    ? undefined
    : {
        url: s.VISTA_URL,
        token: s.VISTA_TOKEN!,
        region: s.VISTA_REGION,
        /** State by cinema id. */
        states: s.VISTA_STATES ?? {},
      }

const veeziOf = (s: Parsed) =>
  s.VEEZI_SITES === undefined
    ? undefined
    : {
        url: s.VEEZI_URL,
        /** Token by cinema id. */
        sites: s.VEEZI_SITES,
        /** State by cinema id. */
        states: s.VEEZI_STATES ?? {},
      }

const s3Of = (s: Parsed): S3Settings | undefined =>
  s.S3_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: s.S3_ENDPOINT,
        region: s.S3_REGION,
        bucket: s.S3_BUCKET!,
        accessKeyId: s.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: s.S3_SECRET_ACCESS_KEY ?? '',
        sessionToken: s.AWS_SESSION_TOKEN,
        identity: s.S3_ACCESS_KEY_ID === undefined ? identityOf(s) : undefined,
        style: s.S3_STYLE,
        publicUrl: s.S3_PUBLIC_URL,
      }

const identityOf = (s: Parsed): WebIdentity => ({
  tokenFile: s.AWS_WEB_IDENTITY_TOKEN_FILE!,
  roleArn: s.AWS_ROLE_ARN!,
  sessionName: s.AWS_ROLE_SESSION_NAME,
  url: s.AWS_ENDPOINT_URL_STS ?? `https://sts.${s.S3_REGION}.amazonaws.com`,
})

const smtpOf = (s: Parsed) =>
  s.SMTP_HOST === undefined
    ? undefined
    : {
        host: s.SMTP_HOST,
        port: s.SMTP_PORT,
        security: s.SMTP_SECURITY,
        user: s.SMTP_USER,
        password: s.SMTP_PASSWORD,
        from: s.SMTP_FROM!,
      }

const flutterwaveOf = (s: Parsed) =>
  s.FLUTTERWAVE_SECRET_KEY === undefined
    ? undefined
    : { secretKey: s.FLUTTERWAVE_SECRET_KEY, webhookHash: s.FLUTTERWAVE_WEBHOOK_HASH!, url: s.FLUTTERWAVE_URL }
const fcmOf = (s: Parsed) =>
  s.FCM_SERVICE_ACCOUNT === undefined ? undefined : { account: s.FCM_SERVICE_ACCOUNT, url: s.FCM_URL }

const bitlyOf = (s: Parsed) =>
  s.BITLY_TOKEN === undefined
    ? undefined
    : { token: s.BITLY_TOKEN, url: s.BITLY_URL, domain: s.BITLY_DOMAIN, group: s.BITLY_GROUP }
