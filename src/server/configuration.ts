import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { isDay, WEEKDAYS } from '#contract/time.ts'
import { addressesOf } from './db/address.ts'
import {
  flag,
  inMs,
  isZone,
  needed,
  nonEmpty,
  number,
  oneOf,
  optional,
  orEmpty,
  pairs,
  port,
  proxies,
  secret,
  webAddress,
  integer,
  withDefault,
  type Settings,
} from './setting.ts'

/** The key of a Google service account, of more than these fields. */
const ServiceAccount = z.object({
  project_id: nonEmpty,
  private_key_id: z.optional(z.string()),
  private_key: z.string().check(z.includes('PRIVATE KEY')),
  client_email: nonEmpty,
  token_uri: z.url(),
})
const NOT_AN_ACCOUNT = "is no service account's key, nor the path of a file with one"
/** As JSON, or in a file. */
const serviceAccount = z.pipe(
  z.string(),
  z.transform((value, { issues }) => {
    try {
      const json = value.trimStart().startsWith('{') ? value : readFileSync(value, 'utf8')
      return ServiceAccount.parse(JSON.parse(json))
    } catch {
      issues.push({ code: 'custom', message: NOT_AN_ACCOUNT, input: undefined })
      return z.NEVER
    }
  }),
)

const server = {
  port: withDefault('PORT', port(0), '4400', 'port to listen on'),
  host: withDefault('HOST', nonEmpty, '127.0.0.1', 'address to listen on'),
  publicUrl: optional(
    'PUBLIC_URL',
    webAddress,
    'where browsers reach this server, for links in emails and for stored files; needed behind a proxy',
  ),
  trustProxy: withDefault(
    'TRUST_PROXY',
    proxies,
    'off',
    "take the caller's address from the headers of a proxy: `on` for one in a private network, or addresses and networks of proxies such as `203.0.113.7, 10.0.0.0/8`",
  ),
  hasWorker: withDefault(
    'SERVICE_WORKER',
    flag,
    'on',
    "browsers keep the application's files by a service worker, so that it opens at once and without a connection; `off` ends those that do",
  ),
  stopDelayMs: withDefault(
    'STOP_DELAY_SECONDS',
    inMs(1000, integer('seconds', 0, 120)),
    '0',
    'how long a server that is told to stop goes on serving while `/api/health/ready` already answers 503: a little longer than the proxy takes to alert, where there are several servers',
  ),
  sessionSecret: optional(
    'SESSION_SECRET',
    z.string().check(z.minLength(32, 'has at least 32 characters')),
    'signs access tokens and seals the secrets of authenticator apps, which must be set up again when it changes; at least 32 characters',
    { example: 'made once, kept in the database', ...secret },
  ),
  session: {
    idleMs: withDefault(
      'SESSION_IDLE_MINUTES',
      inMs(60_000, integer('minutes', 15, 1440)),
      '60',
      'a session ends when it was not used for so long, whatever the browser does; the browser itself signs out after 30 minutes without activity',
    ),
    mostMs: withDefault(
      'SESSION_MAX_HOURS',
      inMs(3_600_000, integer('hours', 1, 720)),
      '24',
      'a session ends after so long, however it was used',
    ),
    reauthenticationMs: withDefault(
      'REAUTHENTICATION_MINUTES',
      inMs(60_000, number('minutes', 0.1, 60)),
      '10',
      'who refunds, exports or erases people, merges them, or changes roles, keys and factors confirms who they are, when they last did so longer ago',
    ),
  },
  passwords: {
    min: withDefault(
      'PASSWORD_MIN',
      integer('characters', 8, 64),
      '15',
      'how long a new password of staff is at least; one that is in use stays good. NIST SP 800-63B-4 wants 15',
    ),
    minWithFactor: withDefault(
      'PASSWORD_MIN_WITH_FACTOR',
      integer('characters', 8, 64),
      '12',
      'the same for an account that has a second factor; at most PASSWORD_MIN',
    ),
  },
  twoFactorFrom: optional(
    'SECOND_FACTOR_FROM',
    z.string().check(z.refine(isDay, 'is a day such as 2027-01-31')),
    'the day from which everybody needs a second factor, as `2027-01-31`: who has none can set one up, and do nothing else. A role can ask for one by itself',
  ),
  dailyEmailAt: withDefault(
    'DAILY_EMAIL_AT',
    z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is a time such as 07:00')),
    '07:00',
    'when the daily email with the alerts of each person is written, on the clock of `CHAIN_ZONE`',
  ),
  logLevel: withDefault(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'fatal, error, warn, info, debug, trace or silent',
  ),
  isAuditShipped: withDefault(
    'AUDIT_LOG',
    z.pipe(
      oneOf('off', 'stdout'),
      z.transform((value) => value === 'stdout'),
    ),
    'off',
    '`stdout` writes each line of the audit log to standard output too, as one line of JSON with `"type":"audit"`, for a log collector',
  ),
}

const chain = {
  chainName: withDefault(
    'CHAIN_NAME',
    nonEmpty,
    'Marquee Cinemas',
    "the chain's name in the application and its emails",
  ),
  zone: withDefault(
    'CHAIN_ZONE',
    z.string().check(z.refine(isZone, 'is a time zone such as Africa/Lagos')),
    'Africa/Lagos',
    "the zone of every day, month and filter, and of the point of sale's times",
  ),
  dayEnds: withDefault(
    'BUSINESS_DAY_ENDS',
    z.string().check(z.regex(/^0[0-8]:00$/, 'is a whole hour from 00:00 to 08:00, such as 06:00')),
    '00:00',
    'when a business day ends, on the clock of `CHAIN_ZONE`: what is sold and shown after midnight is of the day before, in figures and logs alike. [What a change takes](operating/business-day.md)',
  ),
  weekBegins: withDefault(
    'CINEMA_WEEK_BEGINS',
    oneOf(...WEEKDAYS),
    'friday',
    "the day on which the programme changes, such as `thursday`: the programme, a film's weeks and the figures of a cinema week go from it. Nothing is stored by it, so it can be changed at any time; the weekend stays Friday to Sunday",
  ),
  shopUrl: optional(
    'SHOP_URL',
    webAddress,
    'where customers buy, such as `https://shop.chain.example/movies/{movie_id}`: referral links lead there',
    { example: '`https://shop.marquee.example` in a demo' },
  ),
  demo: optional('DEMO', flag, 'load the demo chain and its accounts', {
    example: '`on` with the embedded database and the embedded point of sale, `off` otherwise',
  }),
  demoSize: withDefault(
    'DEMO_SIZE',
    oneOf('small', 'normal', 'large'),
    'normal',
    "the demo chain's three years of trade: `normal` has 150,000 purchases and 20,000 customers, `large` ten times and `small` a tenth of that; `large` is for PostgreSQL, `small` sells nothing more once it is there, for tests",
  ),
  isDemoPublic: withDefault(
    'DEMO_PUBLIC',
    flag,
    'off',
    'must be `on` to run the demo where others can reach it: with a `HOST` or `PUBLIC_URL` that is not a loopback one, or with `TRUST_PROXY`',
  ),
}

const NO_DATABASE = 'is an address such as postgres://user:password@host/database'

/** An identity provider of the chain's, as its settings have it. */
const Provider = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'an id is of letters, digits and hyphens')),
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  issuer: z.url(),
  clientId: z.string().check(z.minLength(1)),
  clientSecret: z.optional(z.string().check(z.minLength(1))),
  scope: z._default(z.string(), 'openid email profile'),
  groupsClaim: z._default(z.string(), 'groups'),
  /** Values of `acr` or `amr`, one of which an ID token must hold; without any, how somebody signed in there is not asked. */
  strength: z._default(z.array(z.string()), []),
  /** The role of a group's members, by the role's name; the first that fits. Without any, roles are given here. */
  roles: z._default(z.record(z.string(), z.string()), {}),
  /** The groups whose members are superadmins. */
  superadmins: z._default(z.array(z.string()), []),
  /** Makes an account for whoever signs in the first time. */
  makesAccounts: z._default(z.boolean(), false),
})
export type ProviderSettings = z.infer<typeof Provider>
const NO_PROVIDERS =
  'is a JSON array of providers, or the path of a file with one: each with id, name, issuer and clientId, as docs/deploying.md shows'
const providers = z.pipe(
  z.string(),
  z.transform((value, { issues }) => {
    try {
      const json = value.trimStart().startsWith('[') ? value : readFileSync(value, 'utf8')
      const all = z.array(Provider).parse(JSON.parse(json))
      if (new Set(all.map(({ id }) => id)).size === all.length) return all
    } catch {
      // Said below.
    }
    issues.push({ code: 'custom', message: NO_PROVIDERS, input: undefined })
    return z.NEVER
  }),
)
/** Everybody, or whoever has one of these addresses. */
const passwordSignIn = z.pipe(
  z.string(),
  z.transform((value, { issues }) => {
    if (value === 'on') return 'on' as const
    const all = value.split(',').map((address) => address.trim().toLowerCase())
    if (all.every((address) => /^[^@\s]+@[^@\s]+$/.test(address))) return all
    issues.push({
      code: 'custom',
      message: 'is on, or addresses of those who may still use a password',
      input: undefined,
    })
    return z.NEVER
  }),
)

const signIn = {
  providers: orEmpty(
    'OIDC_PROVIDERS',
    providers,
    [],
    'identity providers of staff (OpenID Connect), as a JSON array or the path of a file with one; docs/deploying.md has an example',
    secret,
  ),
  passwordSignIn: withDefault(
    'PASSWORD_SIGN_IN',
    passwordSignIn,
    'on',
    'who may sign in with a password where there is single sign-on: `on` for everybody, or addresses such as `owner@chain.example`',
  ),
}

const databaseAddress = z.string().check(
  z.regex(/^postgres(ql)?:\/\//, NO_DATABASE),
  z.refine(
    (value) => addressesOf(value).every((one) => URL.canParse(one)),
    `${NO_DATABASE}; a password with / # ? in it belongs in DATABASE_PASSWORD`,
  ),
)

const folder = z.pipe(
  nonEmpty,
  z.transform((value) => path.resolve(value)),
)

const data = {
  dataDir: withDefault('DATA_DIR', folder, '.marquee', 'folder of the embedded database and of stored files'),
  databaseUrl: optional(
    'DATABASE_URL',
    databaseAddress,
    'PostgreSQL 15 or newer, such as `postgres://user:password@host/database`; without it the embedded database is used. With several hosts (`…@one:5432,two:5432/database`) the one that can be written to is found and followed: docs/operating/several-machines.md',
    secret,
  ),
  databasePassword: optional(
    'DATABASE_PASSWORD',
    nonEmpty,
    'password of the user in `DATABASE_URL`, as it is: in the address itself `/`, `#`, `?` and `%` must be percent-encoded',
    secret,
  ),
  databaseDirectUrl: optional(
    'DATABASE_DIRECT_URL',
    databaseAddress,
    'address of the same database past a pooler. Needed when `DATABASE_URL` is that of a pooler in transaction mode (PgBouncer): notifications go here, and the limits of statements are set here, as defaults of the user in this database',
    secret,
  ),
  databaseReadUrl: optional(
    'DATABASE_READ_URL',
    databaseAddress,
    'address of one or several replicas of the same database, as `postgres://user@two,three/database`: they share lists, figures and exports with it; docs/operating/several-machines.md',
    secret,
  ),
  readLagMs: withDefault(
    'DATABASE_READ_LAG_SECONDS',
    inMs(1000, integer('seconds', 1, 600)),
    '10',
    'a replica that shows older data than this is left out until it has caught up',
  ),
  poolSize: withDefault(
    'DATABASE_CONNECTIONS',
    integer('connections', 2, 500),
    '10',
    'connections that this server has at most to PostgreSQL, and to each replica, besides one that listens and one to each machine that watches',
  ),
  voucherKey: optional(
    'VOUCHER_KEY',
    z.string().check(z.minLength(32, 'has at least 32 characters')),
    'seals the codes of vouchers; at least 32 characters, never changed, needed where several servers share a database. Without it the key is kept in `DATA_DIR`: whoever loses it loses the codes',
    { example: 'made once, kept in `DATA_DIR`', ...secret },
  ),
  uploadMaxBytes: withDefault(
    'VIDEO_MAX_MB',
    z.pipe(
      // Pictures are uploaded too.
      integer('megabytes', 15, 4096),
      z.transform((megabytes) => megabytes * 1024 * 1024),
    ),
    '200',
    'the largest video that can be uploaded, in megabytes; a proxy in front must let as much through',
  ),
  pushUndoSeconds: withDefault(
    'PUSH_UNDO_SECONDS',
    integer('seconds', 0, 600),
    '30',
    'how long a notification that is sent at once waits before it begins, so that it can be stopped; a test does not wait',
  ),
}

/** `a=b,c=d`, of which a value may hold more of both when it is percent-encoded (W3C Baggage). */
const encodedPairs = z.pipe(
  z.string().check(z.regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*,?$/, 'is written as name=value,name=value')),
  z.transform((value) =>
    Object.fromEntries(
      value
        .split(',')
        .filter((pair) => pair.trim())
        .map((pair) => {
          const at = pair.indexOf('=')
          return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]
        }),
    ),
  ),
)
const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const traces = {
  endpoint: needed(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    webAddress,
    'the collector, such as `http://127.0.0.1:4318`: spans go to `/v1/traces` below it',
  ),
  headers: orEmpty(
    'OTEL_EXPORTER_OTLP_HEADERS',
    encodedPairs,
    {},
    'headers that it asks for, as `name=value,name=value`, values percent-encoded',
    secret,
  ),
  protocol: withDefault(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    oneOf('http/json'),
    'http/json',
    'spans are sent as JSON over HTTP',
  ),
  service: withDefault('OTEL_SERVICE_NAME', nonEmpty, 'marquee', 'what the server is called there'),
  attributes: orEmpty(
    'OTEL_RESOURCE_ATTRIBUTES',
    encodedPairs,
    {},
    'what else is said of it, as `deployment.environment.name=production`',
  ),
  sampler: withDefault(
    'OTEL_TRACES_SAMPLER',
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'parentbased_always_on',
    'which requests are traced: `parentbased_` ones as their callers say',
  ),
  ratio: withDefault(
    'OTEL_TRACES_SAMPLER_ARG',
    z.coerce.number('is a number from 0 to 1').check(z.minimum(0, 'is at least 0'), z.maximum(1, 'is at most 1')),
    '1',
    'of `traceidratio`, which part of them',
  ),
}

const metrics = {
  port: optional(
    'METRICS_PORT',
    port(0),
    'port on which `/metrics` is served, apart from the people; without it, and without METRICS_TOKEN, it is nowhere',
  ),
  host: withDefault('METRICS_HOST', nonEmpty, '127.0.0.1', 'address to listen on for it'),
  token: optional(
    'METRICS_TOKEN',
    z.string().check(z.minLength(16, 'has at least 16 characters')),
    'token that `/metrics` asks for (`Authorization: Bearer …`), at least 16 characters; without METRICS_PORT it is served on the server’s own port',
    secret,
  ),
}

const retentionDays = z.pipe(
  z.union(
    [z.literal('off'), z.coerce.number().check(z.int(), z.minimum(1), z.maximum(36_500))],
    'is a number of days, or off',
  ),
  z.transform((value) => (value === 'off' ? undefined : value)),
)
const keepDays = {
  audit: withDefault('KEEP_AUDIT_DAYS', retentionDays, 'off', 'the audit log; ask what your law wants'),
  errors: withDefault(
    'KEEP_ERRORS_DAYS',
    retentionDays,
    '365',
    'errors that did not happen again, and each time one happened',
  ),
  emails: withDefault('KEEP_EMAILS_DAYS', retentionDays, '30', 'emails that were sent or given up'),
  alerts: withDefault('KEEP_ALERTS_DAYS', retentionDays, '90', 'alerts of the office to its people'),
  pushes: withDefault(
    'KEEP_PUSHES_DAYS',
    retentionDays,
    '30',
    'which device took a notification, and who opened it; the sums stay',
  ),
  devices: withDefault('KEEP_DEVICES_DAYS', retentionDays, '365', 'devices that take no more notifications'),
  schedules: withDefault(
    'KEEP_SCHEDULES_DAYS',
    retentionDays,
    '30',
    'runs that took the schedule from the point of sale',
  ),
  signIns: withDefault(
    'KEEP_SIGN_INS_DAYS',
    retentionDays,
    '180',
    'networks and devices that somebody signed in from: they get an email about a new one',
  ),
}

const NO_DSN = 'is an address such as https://key@host/1'
/** `https://key@host/path/project`, as the address that envelopes are sent to and the key that they carry. */
const dsn = z.pipe(
  z.string().check(
    z.refine((value) => {
      if (!URL.canParse(value)) return false
      const { protocol, username, password, pathname } = new URL(value)
      return /^https?:$/.test(protocol) && username !== '' && password === '' && /\/\d+$/.test(pathname)
    }, NO_DSN),
  ),
  z.transform((value) => {
    const { protocol, host, username, pathname } = new URL(value)
    const [, path, project] = /^(.*)\/(\d+)$/.exec(pathname)!
    return { url: `${protocol}//${host}${path}/api/${project}/envelope/`, key: username }
  }),
)

const sentry = {
  dsn: needed(
    'SENTRY_DSN',
    dsn,
    'the DSN of a project in Sentry or GlitchTip: faults of the server go there too, with their words masked and without who met them',
    secret,
  ),
  environment: withDefault('SENTRY_ENVIRONMENT', nonEmpty, 'production', 'what the server is called there'),
}

const tmdb = {
  token: needed('TMDB_TOKEN', nonEmpty, "the account's API read access token", secret),
  language: withDefault(
    'TMDB_LANGUAGE',
    z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'is a language such as en-US')),
    'en-US',
    'language of titles and overviews',
  ),
  region: withDefault(
    'TMDB_REGION',
    z.string().check(z.regex(/^[A-Z]{2}$/, 'is a country such as NG')),
    'NG',
    'country whose certification is taken first; then that of the United Kingdom, then of the United States',
  ),
}

const statesOfCinemas = (name: string) =>
  orEmpty(
    name,
    pairs('is written as cinema=state, cinema=state'),
    {},
    'the state of each cinema, as `0004=Lagos, 0021=Abuja (FCT)`; without it its city stands for it',
  )

const vista = {
  url: needed('VISTA_URL', webAddress, 'address of Connect, such as `https://tickets.chain.example/WSVistaWebClient`'),
  token: needed('VISTA_TOKEN', nonEmpty, "Connect's API token", secret),
  region: optional('VISTA_REGION', nonEmpty, 'region code, where one Connect serves several regions'),
  states: statesOfCinemas('VISTA_STATES'),
}

const veezi = {
  sites: needed(
    'VEEZI_SITES',
    pairs('is written as id=token, id=token'),
    'a cinema id of your choice and the access token of each site, as `0004=token, 0007=token`',
    secret,
  ),
  states: statesOfCinemas('VEEZI_STATES'),
  url: withDefault('VEEZI_URL', webAddress, 'https://api.us.veezi.com', 'address of the API'),
}

const s3 = {
  endpoint: needed('S3_ENDPOINT', webAddress, 'address of the store, such as `https://s3.eu-west-1.amazonaws.com`'),
  bucket: needed(
    'S3_BUCKET',
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is a bucket name')),
    'the bucket; it must exist',
  ),
  accessKeyId: optional(
    'S3_ACCESS_KEY_ID',
    nonEmpty,
    'access key; without it AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN',
  ),
  secretAccessKey: optional('S3_SECRET_ACCESS_KEY', nonEmpty, 'secret key', secret),
  region: withDefault('S3_REGION', nonEmpty, 'us-east-1', 'region that requests are signed for'),
  style: withDefault(
    'S3_STYLE',
    oneOf('path', 'virtual-host'),
    'path',
    '`path`: endpoint/bucket/file; `virtual-host`: bucket.endpoint/file',
  ),
  publicUrl: optional(
    'S3_PUBLIC_URL',
    webAddress,
    'where browsers read files without a key, such as a CDN; without it this server sends them on to a signed address, or hands them out itself where its key ends',
  ),
}

const aws = {
  sessionToken: optional(
    'AWS_SESSION_TOKEN',
    nonEmpty,
    'token that goes with a key of S3_ACCESS_KEY_ID that ends',
    secret,
  ),
  tokenFile: optional(
    'AWS_WEB_IDENTITY_TOKEN_FILE',
    nonEmpty,
    "path of the file with the server's web identity token, which whoever runs it writes anew",
  ),
  roleArn: optional(
    'AWS_ROLE_ARN',
    nonEmpty,
    'the role that it takes, such as `arn:aws:iam::123456789012:role/marquee`',
  ),
  sessionName: withDefault(
    'AWS_ROLE_SESSION_NAME',
    z.string().check(z.regex(/^[\w+=,.@-]{2,64}$/, 'is 2 to 64 letters, digits and + = , . @ _ -')),
    'marquee',
    'what the server is called there',
  ),
  url: optional(
    'AWS_ENDPOINT_URL_STS',
    webAddress,
    'address of the security token service; without it that of AWS in S3_REGION',
  ),
}

const smtp = {
  host: needed('SMTP_HOST', nonEmpty, 'the mail server'),
  from: needed(
    'SMTP_FROM',
    z.string().check(z.regex(/^([^<>]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'is a mail address')),
    'sender, as `Marquee Cinemas <office@chain.example>`',
  ),
  port: withDefault('SMTP_PORT', port(1), '587', 'its port'),
  security: withDefault(
    'SMTP_SECURITY',
    oneOf('starttls', 'tls', 'none'),
    'starttls',
    '`starttls`: refuses to go on without it; `tls`: from the first byte, mostly on port 465; `none`: only for a server on this machine or without a password',
  ),
  user: optional('SMTP_USER', nonEmpty, 'user, where the server asks for one'),
  password: optional('SMTP_PASSWORD', nonEmpty, 'password', secret),
}

const flutterwave = {
  secretKey: needed('FLUTTERWAVE_SECRET_KEY', nonEmpty, "the account's secret key", secret),
  webhookHash: needed(
    'FLUTTERWAVE_WEBHOOK_HASH',
    z.string().check(z.minLength(16, 'has at least 16 characters')),
    "the secret hash of the account's webhooks, at least 16 characters; they go to `PUBLIC_URL/api/flutterwave/webhook`",
    secret,
  ),
}

const fcm = {
  account: needed(
    'FCM_SERVICE_ACCOUNT',
    serviceAccount,
    "the service account's key as Firebase hands it out: the path of its file, or the JSON itself",
    secret,
  ),
}

const bitly = {
  token: needed('BITLY_TOKEN', nonEmpty, "the account's access token", secret),
  domain: optional('BITLY_DOMAIN', nonEmpty, "the domain of the links; without it the account's own choice"),
  group: optional('BITLY_GROUP', nonEmpty, "the group's GUID, where the account has several"),
}

/** Every setting, under the application's names. */
export const settings = {
  ...server,
  ...chain,
  ...signIn,
  ...data,
  keepDays,
  metrics,
  traces,
  sentry,
  tmdb,
  vista,
  veezi,
  s3,
  aws,
  smtp,
  flutterwave,
  fcm,
  bitly,
}

/** A part of the configuration. A connection is chosen by setting all that it needs; half of it is refused. */
export type Group = { title: string; about: string; settings: Settings }

export const groups: readonly Group[] = [
  { title: 'Server', about: 'How this server is reached.', settings: server },
  { title: 'Chain', about: 'Whose back office it is.', settings: chain },
  { title: 'Single sign-on', about: 'How staff sign in with an account of theirs elsewhere.', settings: signIn },
  { title: 'Data', about: 'Where it keeps what it knows.', settings: data },
  {
    title: 'Retention',
    about:
      'For how many whole days rows are kept that nothing is counted from, beside the day that has begun; `off` keeps them for ever. docs/operating/retention.md says what else there is.',
    settings: keepDays,
  },
  {
    title: 'Watching',
    about: 'How it is watched: docs/operating/watch.md has what to look at. Without these settings nothing is counted.',
    settings: metrics,
  },
  {
    title: 'Traces: OpenTelemetry',
    about:
      'Requests, statements of the database, calls to other systems and jobs as spans, for a collector that takes OTLP over HTTP. The settings are those of the OpenTelemetry specification. Without this group nothing is traced.',
    settings: traces,
  },
  {
    title: 'Faults: Sentry',
    about:
      'The error log has them in any case, with those of the shop, the apps and the browser. Without this group they go nowhere else.',
    settings: sentry,
  },
  {
    title: 'Movie database: TMDB',
    about:
      'Version 3 of the API. A cinema chain needs an agreement with TMDB: its free keys are for non-commercial use. Without this group the embedded demo catalogue answers.',
    settings: tmdb,
  },
  {
    title: 'Point of sale: Vista Connect',
    about:
      'Cinemas, films, screens and sessions over OData. At most one point of sale is set; without one there is only the demo chain.',
    settings: vista,
  },
  {
    title: 'Point of sale: Veezi',
    about: 'One token a site.',
    settings: veezi,
  },
  {
    title: 'Object storage: S3',
    about:
      'Any S3-compatible store. Without this group files are kept in `DATA_DIR`, which several servers cannot share. The key may list the bucket, and read, write and delete in it. A large file is sent in parts: give the bucket a lifecycle rule that aborts incomplete multipart uploads after a day, for those that a crash left.',
    settings: s3,
  },
  {
    title: 'Object storage: a passing key of AWS',
    about:
      'Named as AWS names them, so that Kubernetes (EKS) sets them by itself. Without a key of its own the server gets one for its web identity, and another before that ends: no key that lasts has to be kept anywhere.',
    settings: aws,
  },
  {
    title: 'Mail: SMTP',
    about: 'Without this group emails are kept in the outbox instead of being sent.',
    settings: smtp,
  },
  {
    title: 'Payments: Flutterwave',
    about:
      "Version 3 of the API: charges the cards that customers have stored. Charges without the customer's confirmation need Flutterwave's approval of the account; without it the bank asks the customer each time. Without this group no real card is charged.",
    settings: flutterwave,
  },
  {
    title: 'Push notifications: Firebase Cloud Messaging',
    about:
      'The HTTP v1 API. The service account may send messages (role Firebase Cloud Messaging API Admin). The links of notifications are of this server, so `PUBLIC_URL` must be one that customers reach. Without this group pushes are kept in the database instead of being sent.',
    settings: fcm,
  },
  {
    title: 'Short links: Bitly',
    about:
      'Version 4 of the API. It shortens the short links of this server, which count the clicks, so `PUBLIC_URL` must be one that customers reach. Without this group referral links are short links of this server alone.',
    settings: bitly,
  },
]
