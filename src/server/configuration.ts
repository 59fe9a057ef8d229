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

/** Key of a Google service account, with the fields in use. */
const ServiceAccount = z.object({
  project_id: nonEmpty,
  private_key_id: z.optional(z.string()),
  private_key: z.string().check(z.includes('PRIVATE KEY')),
  client_email: nonEmpty,
  token_uri: z.url(),
})
const NOT_AN_ACCOUNT = 'must be the key of a service account, or the path of a file with the key'
/** Service account as JSON, or in a file. */
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
  port: withDefault('PORT', port(0), '4400', 'Port to listen on'),
  host: withDefault('HOST', nonEmpty, '127.0.0.1', 'Address to listen on'),
  publicUrl: optional(
    'PUBLIC_URL',
    webAddress,
    'Address of this server for browsers, in links of emails and for stored files. Required behind a proxy.',
  ),
  trustProxy: withDefault(
    'TRUST_PROXY',
    proxies,
    'off',
    "Reads the caller's address from the headers of a proxy. `on`: proxies in a private network. Otherwise addresses and networks of proxies, such as `203.0.113.7, 10.0.0.0/8`.",
  ),
  hasWorker: withDefault(
    'SERVICE_WORKER',
    flag,
    'on',
    "A service worker stores the application's files in the browser, so that it opens fast and without a connection. Set `off` to remove it.",
  ),
  stopDelayMs: withDefault(
    'STOP_DELAY_SECONDS',
    inMs(1000, integer('seconds', 0, 120)),
    '0',
    'Seconds to keep serving after a stop signal while `/api/health/ready` returns 503. With several servers, set a little more than the proxy needs to notice.',
  ),
  sessionSecret: optional(
    'SESSION_SECRET',
    z.string().check(z.minLength(32, 'must have at least 32 characters')),
    'Signs access tokens and encrypts the secrets of authenticator apps, at least 32 characters. After a change, authenticator apps must be set up again.',
    { example: 'created once, stored in the database', ...secret },
  ),
  session: {
    idleMs: withDefault(
      'SESSION_IDLE_MINUTES',
      inMs(60_000, integer('minutes', 15, 1440)),
      '60',
      'Minutes without a request after which a session ends. The browser itself signs out after 30 minutes without activity.',
    ),
    mostMs: withDefault(
      'SESSION_MAX_HOURS',
      inMs(3_600_000, integer('hours', 1, 720)),
      '24',
      'Hours after which a session ends, even while in use',
    ),
    reauthenticationMs: withDefault(
      'REAUTHENTICATION_MINUTES',
      inMs(60_000, number('minutes', 0.1, 60)),
      '10',
      'Minutes for which a confirmed identity is valid. Refunds, exports, erasures and merges of customers, and changes to roles, keys and two-factor authentication need it.',
    ),
  },
  passwords: {
    min: withDefault(
      'PASSWORD_MIN',
      integer('characters', 8, 64),
      '15',
      'Shortest new password of staff, in characters. Existing passwords stay valid. NIST SP 800-63B-4 requires 15.',
    ),
    minWithFactor: withDefault(
      'PASSWORD_MIN_WITH_FACTOR',
      integer('characters', 8, 64),
      '12',
      'The same for an account with two-factor authentication, at most PASSWORD_MIN',
    ),
  },
  twoFactorFrom: optional(
    'SECOND_FACTOR_FROM',
    z.string().check(z.refine(isDay, 'must be a day such as 2027-01-31')),
    'Day from which all staff need two-factor authentication, such as `2027-01-31`. Until they set it up, they can do nothing else. A role can also require it.',
  ),
  dailyEmailAt: withDefault(
    'DAILY_EMAIL_AT',
    z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 07:00')),
    '07:00',
    'Time of the daily email with alerts, in `CHAIN_ZONE`',
  ),
  logLevel: withDefault(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Lowest level of log entries: fatal, error, warn, info, debug, trace or silent',
  ),
  isAuditShipped: withDefault(
    'AUDIT_LOG',
    z.pipe(
      oneOf('off', 'stdout'),
      z.transform((value) => value === 'stdout'),
    ),
    'off',
    'With `stdout` the server also writes each audit log entry to standard output, for a log collector. Each entry is a line of JSON with `"type":"audit"`.',
  ),
}

const chain = {
  chainName: withDefault(
    'CHAIN_NAME',
    nonEmpty,
    'Marquee Cinemas',
    'Name of the cinema chain in the application and its emails',
  ),
  zone: withDefault(
    'CHAIN_ZONE',
    z.string().check(z.refine(isZone, 'must be a time zone such as Africa/Lagos')),
    'Africa/Lagos',
    'Time zone of days, months and filters, and of times in the point of sale',
  ),
  dayEnds: withDefault(
    'BUSINESS_DAY_ENDS',
    z.string().check(z.regex(/^0[0-8]:00$/, 'must be a full hour from 00:00 to 08:00, such as 06:00')),
    '00:00',
    'End of a business day, in `CHAIN_ZONE`. Sales and shows between midnight and this time belong to the day before, in figures and logs. See [how to change it](operating/business-day.md).',
  ),
  weekBegins: withDefault(
    'CINEMA_WEEK_BEGINS',
    oneOf(...WEEKDAYS),
    'friday',
    'Day on which the programme changes, such as `thursday`. The programme, the weeks of a film and the figures of a cinema week start on this day. You can change it at any time; the weekend stays Friday to Sunday.',
  ),
  shopUrl: optional(
    'SHOP_URL',
    webAddress,
    'Web shop to which referral links lead, such as `https://shop.chain.example/movies/{movie_id}`',
    { example: '`https://shop.marquee.example` in a demo' },
  ),
  demo: optional('DEMO', flag, 'Loads the demo chain and its accounts', {
    example: '`on` with the embedded database and the embedded point of sale, `off` otherwise',
  }),
  demoSize: withDefault(
    'DEMO_SIZE',
    oneOf('small', 'normal', 'large'),
    'normal',
    "Size of the demo chain's three years of sales: `normal` has 150,000 purchases and 20,000 customers; `large` has ten times as many and needs PostgreSQL; `small` has a tenth, without further sales, for tests",
  ),
  isDemoPublic: withDefault(
    'DEMO_PUBLIC',
    flag,
    'off',
    'Must be `on` to run the demo where others can reach it: with `TRUST_PROXY`, or a `HOST` or `PUBLIC_URL` other than this machine',
  ),
}

const NO_DATABASE = 'must be an address such as postgres://user:password@host/database'

/** Identity provider of the chain, as set. */
const Provider = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'an id has only letters, digits and hyphens')),
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  issuer: z.url(),
  clientId: z.string().check(z.minLength(1)),
  clientSecret: z.optional(z.string().check(z.minLength(1))),
  scope: z._default(z.string(), 'openid email profile'),
  groupsClaim: z._default(z.string(), 'groups'),
  /** Accepted values of `acr` or `amr` in an ID token; empty: any sign-in is accepted. */
  strength: z._default(z.array(z.string()), []),
  /** Role names of groups; the first matching group decides. Empty: roles are given in Marquee. */
  roles: z._default(z.record(z.string(), z.string()), {}),
  /** Groups of superadmins. */
  superadmins: z._default(z.array(z.string()), []),
  /** True if the first sign-in creates an account. */
  makesAccounts: z._default(z.boolean(), false),
})
export type ProviderSettings = z.infer<typeof Provider>
const NO_PROVIDERS =
  'must be a JSON array of providers or the path of its file; each provider has id, name, issuer and clientId (docs/deploying.md)'
const providers = z.pipe(
  z.string(),
  z.transform((value, { issues }) => {
    try {
      const json = value.trimStart().startsWith('[') ? value : readFileSync(value, 'utf8')
      const all = z.array(Provider).parse(JSON.parse(json))
      if (new Set(all.map(({ id }) => id)).size === all.length) return all
    } catch {
      // Reported below.
    }
    issues.push({ code: 'custom', message: NO_PROVIDERS, input: undefined })
    return z.NEVER
  }),
)
/** All staff, or only these email addresses. */
const passwordSignIn = z.pipe(
  z.string(),
  z.transform((value, { issues }) => {
    if (value === 'on') return 'on' as const
    const all = value.split(',').map((address) => address.trim().toLowerCase())
    if (all.every((address) => /^[^@\s]+@[^@\s]+$/.test(address))) return all
    issues.push({
      code: 'custom',
      message: 'must be on, or the email addresses of staff who can still use a password',
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
    'Identity providers of staff (OpenID Connect), as a JSON array or the path of a file with one. See the example in docs/deploying.md.',
    secret,
  ),
  passwordSignIn: withDefault(
    'PASSWORD_SIGN_IN',
    passwordSignIn,
    'on',
    'Staff who can sign in with a password despite single sign-on: `on` for all, or email addresses such as `owner@chain.example`',
  ),
}

const databaseAddress = z.string().check(
  z.regex(/^postgres(ql)?:\/\//, NO_DATABASE),
  z.refine(
    (value) => addressesOf(value).every((one) => URL.canParse(one)),
    `${NO_DATABASE}; put a password with / # ? in DATABASE_PASSWORD`,
  ),
)

const folder = z.pipe(
  nonEmpty,
  z.transform((value) => path.resolve(value)),
)

const data = {
  dataDir: withDefault('DATA_DIR', folder, '.marquee', 'Folder of the embedded database and of stored files'),
  databaseUrl: optional(
    'DATABASE_URL',
    databaseAddress,
    'PostgreSQL 15 or newer, such as `postgres://user:password@host/database`. Without it the embedded database is used. With several hosts (`…@one:5432,two:5432/database`) Marquee finds and follows the primary; see docs/operating/several-machines.md.',
    secret,
  ),
  databasePassword: optional(
    'DATABASE_PASSWORD',
    nonEmpty,
    'Password of the user in `DATABASE_URL`, without encoding. In the address itself, `/`, `#`, `?` and `%` must be percent-encoded.',
    secret,
  ),
  databaseDirectUrl: optional(
    'DATABASE_DIRECT_URL',
    databaseAddress,
    'Address of the same database without the pooler. Required if `DATABASE_URL` leads to a pooler in transaction mode (PgBouncer). Notifications use it, and statement limits are set through it as defaults of the database user.',
    secret,
  ),
  databaseReadUrl: optional(
    'DATABASE_READ_URL',
    databaseAddress,
    'Address of one or more replicas, such as `postgres://user@two,three/database`. They share lists, figures and exports with the primary; see docs/operating/several-machines.md.',
    secret,
  ),
  readLagMs: withDefault(
    'DATABASE_READ_LAG_SECONDS',
    inMs(1000, integer('seconds', 1, 600)),
    '10',
    'Replication lag in seconds above which a replica is not used',
  ),
  poolSize: withDefault(
    'DATABASE_CONNECTIONS',
    integer('connections', 2, 500),
    '10',
    'Most connections of this server to PostgreSQL, and to each replica. One connection for notifications and one to monitor each machine are added.',
  ),
  voucherKey: optional(
    'VOUCHER_KEY',
    z.string().check(z.minLength(32, 'must have at least 32 characters')),
    'Encrypts voucher codes, at least 32 characters. Never change it. Required if several servers share a database. Without it the key is a file in `DATA_DIR`: if the file is lost, the codes are lost.',
    { example: 'created once, stored in `DATA_DIR`', ...secret },
  ),
  uploadMaxBytes: withDefault(
    'VIDEO_MAX_MB',
    z.pipe(
      // The limit also applies to pictures.
      integer('megabytes', 15, 4096),
      z.transform((megabytes) => megabytes * 1024 * 1024),
    ),
    '200',
    'Largest video that can be uploaded, in megabytes. A proxy must also allow this size.',
  ),
  pushUndoSeconds: withDefault(
    'PUSH_UNDO_SECONDS',
    integer('seconds', 0, 600),
    '30',
    'Seconds for which a notification can be stopped before it is sent. A test is sent immediately.',
  ),
}

/** `a=b,c=d`; values with `=` or `,` are percent-encoded (W3C Baggage). */
const encodedPairs = z.pipe(
  z.string().check(z.regex(/^[^=,]+=[^,]*(,[^=,]+=[^,]*)*,?$/, 'must have the form name=value,name=value')),
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
    'Address of the collector, such as `http://127.0.0.1:4318`. Spans are sent to `/v1/traces` at this address.',
  ),
  headers: orEmpty(
    'OTEL_EXPORTER_OTLP_HEADERS',
    encodedPairs,
    {},
    'Headers for the collector, as `name=value,name=value` with percent-encoded values',
    secret,
  ),
  protocol: withDefault(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    oneOf('http/json'),
    'http/json',
    'Format of spans: JSON over HTTP',
  ),
  service: withDefault('OTEL_SERVICE_NAME', nonEmpty, 'marquee', 'Name of the server in traces'),
  attributes: orEmpty(
    'OTEL_RESOURCE_ATTRIBUTES',
    encodedPairs,
    {},
    'Further attributes of the server, such as `deployment.environment.name=production`',
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
    'Requests that are traced; with `parentbased_` the caller decides',
  ),
  ratio: withDefault(
    'OTEL_TRACES_SAMPLER_ARG',
    z.coerce
      .number('must be a number from 0 to 1')
      .check(z.minimum(0, 'must be at least 0'), z.maximum(1, 'must be at most 1')),
    '1',
    'Share of traced requests for `traceidratio`, from 0 to 1',
  ),
}

const metrics = {
  port: optional(
    'METRICS_PORT',
    port(0),
    'Separate port for `/metrics`. If neither this nor METRICS_TOKEN is set, metrics are disabled.',
  ),
  host: withDefault('METRICS_HOST', nonEmpty, '127.0.0.1', 'Address to listen on for METRICS_PORT'),
  token: optional(
    'METRICS_TOKEN',
    z.string().check(z.minLength(16, 'must have at least 16 characters')),
    'Token for `/metrics` (`Authorization: Bearer …`), at least 16 characters. Without METRICS_PORT, `/metrics` is on the main port.',
    secret,
  ),
}

const retentionDays = z.pipe(
  z.union(
    [z.literal('off'), z.coerce.number().check(z.int(), z.minimum(1), z.maximum(36_500))],
    'must be a number of days, or off',
  ),
  z.transform((value) => (value === 'off' ? undefined : value)),
)
const keepDays = {
  audit: withDefault('KEEP_AUDIT_DAYS', retentionDays, 'off', 'Audit log entries. Check the legal requirements.'),
  errors: withDefault(
    'KEEP_ERRORS_DAYS',
    retentionDays,
    '365',
    'Errors that did not happen again, and their occurrences',
  ),
  emails: withDefault('KEEP_EMAILS_DAYS', retentionDays, '30', 'Emails that were sent or failed'),
  alerts: withDefault('KEEP_ALERTS_DAYS', retentionDays, '90', 'Alerts to staff'),
  pushes: withDefault(
    'KEEP_PUSHES_DAYS',
    retentionDays,
    '30',
    'Deliveries and openings of notifications by device; totals stay',
  ),
  devices: withDefault('KEEP_DEVICES_DAYS', retentionDays, '365', 'Devices that no longer accept notifications'),
  schedules: withDefault('KEEP_SCHEDULES_DAYS', retentionDays, '30', 'Schedule syncs from the point of sale'),
  signIns: withDefault(
    'KEEP_SIGN_INS_DAYS',
    retentionDays,
    '180',
    'Networks and devices of sign-ins. Staff get an email about a new one.',
  ),
}

const NO_DSN = 'must be an address such as https://key@host/1'
/** `https://key@host/path/project`, split into the address for envelopes and their key. */
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
    'DSN of a project in Sentry or GlitchTip. Server errors are also sent there, with texts masked and without the user.',
    secret,
  ),
  environment: withDefault('SENTRY_ENVIRONMENT', nonEmpty, 'production', 'Name of the environment in Sentry'),
}

const tmdb = {
  token: needed('TMDB_TOKEN', nonEmpty, 'API read access token of the account', secret),
  language: withDefault(
    'TMDB_LANGUAGE',
    z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language such as en-US')),
    'en-US',
    'Language of titles and overviews',
  ),
  region: withDefault(
    'TMDB_REGION',
    z.string().check(z.regex(/^[A-Z]{2}$/, 'must be a country such as NG')),
    'NG',
    'Country of the certification; if none, the United Kingdom, then the United States',
  ),
}

const statesOfCinemas = (name: string) =>
  orEmpty(
    name,
    pairs('must have the form cinema=state, cinema=state'),
    {},
    'State of each cinema, such as `0004=Lagos, 0021=Abuja (FCT)`. Without it the city is shown instead.',
  )

const vista = {
  url: needed('VISTA_URL', webAddress, 'Address of Connect, such as `https://tickets.chain.example/WSVistaWebClient`'),
  token: needed('VISTA_TOKEN', nonEmpty, 'API token of Connect', secret),
  region: optional('VISTA_REGION', nonEmpty, 'Region code, if Connect serves several regions'),
  states: statesOfCinemas('VISTA_STATES'),
}

const veezi = {
  sites: needed(
    'VEEZI_SITES',
    pairs('must have the form id=token, id=token'),
    'A cinema ID of your choice and the access token of each site, such as `0004=token, 0007=token`',
    secret,
  ),
  states: statesOfCinemas('VEEZI_STATES'),
  url: withDefault('VEEZI_URL', webAddress, 'https://api.us.veezi.com', 'Address of the API'),
}

const s3 = {
  endpoint: needed('S3_ENDPOINT', webAddress, 'Address of the store, such as `https://s3.eu-west-1.amazonaws.com`'),
  bucket: needed(
    'S3_BUCKET',
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name')),
    'Existing bucket',
  ),
  accessKeyId: optional(
    'S3_ACCESS_KEY_ID',
    nonEmpty,
    'Access key. Otherwise set AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN.',
  ),
  secretAccessKey: optional('S3_SECRET_ACCESS_KEY', nonEmpty, 'Secret key', secret),
  region: withDefault('S3_REGION', nonEmpty, 'us-east-1', 'Region of signed requests'),
  style: withDefault(
    'S3_STYLE',
    oneOf('path', 'virtual-host'),
    'path',
    '`path`: endpoint/bucket/file; `virtual-host`: bucket.endpoint/file',
  ),
  publicUrl: optional(
    'S3_PUBLIC_URL',
    webAddress,
    'Address from which browsers read files without a key, such as a CDN. Without it this server redirects to a signed address, or sends files itself if its key expires.',
  ),
}

const aws = {
  sessionToken: optional(
    'AWS_SESSION_TOKEN',
    nonEmpty,
    'Session token for a temporary key in S3_ACCESS_KEY_ID',
    secret,
  ),
  tokenFile: optional(
    'AWS_WEB_IDENTITY_TOKEN_FILE',
    nonEmpty,
    "Path of the file with the server's web identity token, which the platform renews",
  ),
  roleArn: optional('AWS_ROLE_ARN', nonEmpty, 'Role of the server, such as `arn:aws:iam::123456789012:role/marquee`'),
  sessionName: withDefault(
    'AWS_ROLE_SESSION_NAME',
    z.string().check(z.regex(/^[\w+=,.@-]{2,64}$/, 'must have 2 to 64 letters, digits and + = , . @ _ -')),
    'marquee',
    'Session name of the server in AWS',
  ),
  url: optional('AWS_ENDPOINT_URL_STS', webAddress, 'Address of the security token service; default: AWS in S3_REGION'),
}

const smtp = {
  host: needed('SMTP_HOST', nonEmpty, 'Host name of the mail server'),
  from: needed(
    'SMTP_FROM',
    z.string().check(z.regex(/^([^<>]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an email address')),
    'Sender, such as `Marquee Cinemas <office@chain.example>`',
  ),
  port: withDefault('SMTP_PORT', port(1), '587', 'Port of the mail server'),
  security: withDefault(
    'SMTP_SECURITY',
    oneOf('starttls', 'tls', 'none'),
    'starttls',
    'Encryption: `starttls` requires it before the sign-in; `tls` encrypts from the start, mostly on port 465; `none` is only for a server on this machine or without a password',
  ),
  user: optional('SMTP_USER', nonEmpty, 'User name, if the server requires one'),
  password: optional('SMTP_PASSWORD', nonEmpty, 'Password', secret),
}

const flutterwave = {
  secretKey: needed('FLUTTERWAVE_SECRET_KEY', nonEmpty, 'Secret key of the account', secret),
  webhookHash: needed(
    'FLUTTERWAVE_WEBHOOK_HASH',
    z.string().check(z.minLength(16, 'must have at least 16 characters')),
    "Secret hash of the account's webhooks, at least 16 characters. Webhooks go to `PUBLIC_URL/api/flutterwave/webhook`.",
    secret,
  ),
}

const fcm = {
  account: needed(
    'FCM_SERVICE_ACCOUNT',
    serviceAccount,
    'Key of the service account from Firebase: the path of its file, or the JSON',
    secret,
  ),
}

const bitly = {
  token: needed('BITLY_TOKEN', nonEmpty, 'Access token of the account', secret),
  domain: optional('BITLY_DOMAIN', nonEmpty, 'Domain of the links; default: the choice of the account'),
  group: optional('BITLY_GROUP', nonEmpty, 'GUID of the group, if the account has several'),
}

/** All settings, under the names in code. */
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

/** Group of settings. To choose a connection, set all its required settings; an incomplete connection is rejected. */
export type Group = { title: string; about: string; settings: Settings }

export const groups: readonly Group[] = [
  { title: 'Server', about: 'Addresses, sessions, passwords and logs of the server', settings: server },
  { title: 'Chain', about: 'Name, calendar and demo of the cinema chain', settings: chain },
  { title: 'Single sign-on', about: 'Sign-in of staff with accounts of an identity provider', settings: signIn },
  { title: 'Data', about: 'Database, stored files and limits', settings: data },
  {
    title: 'Retention',
    about:
      'Number of days for which data without effect on figures is kept, not counting today. Set `off` to keep the data forever. See docs/operating/retention.md for all retention rules.',
    settings: keepDays,
  },
  {
    title: 'Monitoring',
    about: 'Metrics of the server. docs/operating/watch.md explains them. Without these settings metrics are disabled.',
    settings: metrics,
  },
  {
    title: 'Traces: OpenTelemetry',
    about:
      'Spans of requests, database statements, calls to other systems and jobs, for a collector with OTLP over HTTP. The settings are those of the OpenTelemetry specification. Without this group nothing is traced.',
    settings: traces,
  },
  {
    title: 'Errors: Sentry',
    about:
      'Copies of server errors. The error log always has them, with errors of the web shop, the apps and the browser.',
    settings: sentry,
  },
  {
    title: 'Movie database: TMDB',
    about:
      'Version 3 of the API. A cinema chain needs an agreement with TMDB, because its free keys are for non-commercial use. Without this group the demo catalogue is used.',
    settings: tmdb,
  },
  {
    title: 'Point of sale: Vista Connect',
    about:
      'Cinemas, films, screens and sessions over OData. Set at most one point of sale. Without one there is only the demo chain.',
    settings: vista,
  },
  {
    title: 'Point of sale: Veezi',
    about: 'One token for each site',
    settings: veezi,
  },
  {
    title: 'Object storage: S3',
    about:
      'Any S3-compatible store. Without this group files are stored in `DATA_DIR`, which several servers cannot share. The key needs permission to list the bucket and to read, write and delete files. Add a lifecycle rule to the bucket that aborts incomplete multipart uploads after a day: a crash can leave them.',
    settings: s3,
  },
  {
    title: 'Object storage: temporary keys of AWS',
    about:
      'Standard names of AWS, so that Kubernetes (EKS) sets them. Without a key in S3_ACCESS_KEY_ID the server gets temporary keys for its web identity. No permanent key is stored.',
    settings: aws,
  },
  {
    title: 'Email: SMTP',
    about: 'The mail server of the chain. Without this group emails are stored in the outbox and not sent.',
    settings: smtp,
  },
  {
    title: 'Payments: Flutterwave',
    about:
      "Version 3 of the API, for charges to stored cards of customers. Charges without the customer's confirmation need Flutterwave's approval of the account; otherwise the bank asks the customer each time. Without this group no real card is charged.",
    settings: flutterwave,
  },
  {
    title: 'Push notifications: Firebase Cloud Messaging',
    about:
      'The HTTP v1 API. The service account needs the role Firebase Cloud Messaging API Admin. Links in notifications lead to this server, so customers must be able to reach `PUBLIC_URL`. Without this group push notifications are stored in the database and not sent.',
    settings: fcm,
  },
  {
    title: 'Short links: Bitly',
    about:
      'Version 4 of the API. Bitly shortens the links of this server, which count the clicks, so customers must be able to reach `PUBLIC_URL`. Without this group referral links are short links of this server.',
    settings: bitly,
  },
]
