import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { isDay, WEEKDAYS } from '#contract/time.ts'
import { addressesOf } from './db/address.ts'
import '#contract/validation-messages.ts'

/** What people read of a setting; `shown` is its default in words, where it has one. */
type About = { means: string; example?: string; isSecret?: true }
const abouts = z.registry<About>()
export const aboutSetting = (setting: z.core.$ZodType): About => abouts.get(setting)!

const setting = <T extends z.core.$ZodType>(schema: T, means: string, more: Omit<About, 'means'> = {}): T => {
  abouts.add(schema, { means, ...more })
  return schema
}
const secret = (schema: z.core.$ZodType<string>, means: string) =>
  setting(z.optional(schema), means, { isSecret: true })
const withDefault = <T extends z.ZodMiniType>(
  schema: T,
  value: z.core.util.NoUndefined<z.core.output<T>>,
  means: string,
) =>
  setting(z._default(schema, value), means, {
    example: typeof value === 'boolean' ? `\`${value ? 'on' : 'off'}\`` : `\`${String(value)}\``,
  })

const NO_PROXIES = 'is on, off, or addresses of proxies such as 203.0.113.7, 10.0.0.0/8'
const isNetwork = (text: string) => {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const kind = isIP(address)
  return kind > 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128)
}
const flag = z.pipe(
  z.enum(['on', 'off', 'true', 'false', '1', '0'], 'is on or off'),
  z.transform((value) => ['on', 'true', '1'].includes(value)),
)
/** Whose headers say where a caller is: nobody's, those of proxies in a private network, or of these. */
const proxies = z.union(
  [
    z.pipe(
      flag,
      z.transform((isOn) => isOn && ['loopback', 'linklocal', 'uniquelocal']),
    ),
    z.pipe(
      z.string(),
      z.transform((value, { issues }) => {
        const all = value.split(',').map((address) => address.trim())
        if (all.every(isNetwork)) return all
        issues.push({ code: 'custom', message: NO_PROXIES, input: undefined })
        return z.NEVER
      }),
    ),
  ],
  NO_PROXIES,
)
const nonEmpty = z.string().check(z.minLength(1, 'is empty'))
const port = (least: number) =>
  z.coerce
    .number('is a port number')
    .check(z.int('is a port number'), z.minimum(least, 'is a port number'), z.maximum(65_535, 'is a port number'))
const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.enum(values, `is one of ${values.join(', ')}`)
const seconds = (most: number) =>
  z.coerce
    .number('is a number of seconds')
    .check(z.int('is a whole number of seconds'), z.minimum(0, 'is at least 0'), z.maximum(most, `is at most ${most}`))
const minutes = (least: number, most: number) =>
  z.coerce
    .number('is a number of minutes')
    .check(
      z.int('is a whole number of minutes'),
      z.minimum(least, `is at least ${least}`),
      z.maximum(most, `is at most ${most}`),
    )
/** Without the slash at its end, so that paths follow it. */
const webAddress = z.pipe(
  z.url('is a web address').check(
    z.regex(/^https?:/, 'is a web address'),
    z.refine((value) => !URL.canParse(value) || !new URL(value).username, 'has no user name or password in it'),
  ),
  z.transform((value) => value.replace(/(?<!\/)\/+$/, '')),
)
/** `a=b, c=d` */
const pairs = (rule: string) =>
  z.pipe(
    z.string().check(z.regex(/^\s*[^=,\s]+\s*=\s*[^=,]+(,\s*[^=,\s]+\s*=\s*[^=,]+)*,?\s*$/, rule)),
    z.transform((value) =>
      Object.fromEntries(
        value
          .split(',')
          .filter((pair) => pair.trim())
          .map((pair) => pair.split('=').map((side) => side.trim()) as [string, string]),
      ),
    ),
  )
const isZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

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

const characters = z.coerce
  .number('is a number of characters')
  .check(z.int('is a whole number'), z.minimum(8, 'is at least 8'), z.maximum(64, 'is at most 64'))

const server = {
  PORT: withDefault(port(0), 4400, 'port to listen on'),
  HOST: withDefault(nonEmpty, '127.0.0.1', 'address to listen on'),
  PUBLIC_URL: setting(
    z.optional(webAddress),
    'where browsers reach this server, for links in emails and for stored files; needed behind a proxy',
  ),
  TRUST_PROXY: withDefault(
    proxies,
    false,
    "take the caller's address from the headers of a proxy: `on` for one in a private network, or addresses and networks of proxies such as `203.0.113.7, 10.0.0.0/8`",
  ),
  SERVICE_WORKER: withDefault(
    flag,
    true,
    "browsers keep the application's files by a service worker, so that it opens at once and without a connection; `off` ends those that do",
  ),
  STOP_DELAY_SECONDS: withDefault(
    seconds(120),
    0,
    'how long a server that is told to stop goes on serving while `/api/health/ready` already answers 503: a little longer than the proxy takes to alert, where there are several servers',
  ),
  SESSION_SECRET: setting(
    z.optional(z.string().check(z.minLength(32, 'has at least 32 characters'))),
    'signs access tokens and seals the secrets of authenticator apps, which must be set up again when it changes; at least 32 characters',
    { example: 'made once, kept in the database', isSecret: true },
  ),
  SESSION_IDLE_MINUTES: withDefault(
    minutes(15, 1440),
    60,
    'a session ends when it was not used for so long, whatever the browser does; the browser itself signs out after 30 minutes without activity',
  ),
  SESSION_MAX_HOURS: withDefault(
    z.coerce
      .number('is a number of hours')
      .check(
        z.int('is a whole number of hours'),
        z.minimum(1, 'is at least 1'),
        z.maximum(720, 'is at most 720: 30 days'),
      ),
    24,
    'a session ends after so long, however it was used',
  ),
  PASSWORD_MIN: withDefault(
    characters,
    15,
    'how long a new password of staff is at least; one that is in use stays good. NIST SP 800-63B-4 wants 15',
  ),
  PASSWORD_MIN_WITH_FACTOR: withDefault(
    characters,
    12,
    'the same for an account that has a second factor; at most PASSWORD_MIN',
  ),
  REAUTHENTICATION_MINUTES: withDefault(
    z.coerce.number('is a number of minutes').check(z.minimum(0.1, 'is at least 0.1'), z.maximum(60, 'is at most 60')),
    10,
    'who refunds, exports or erases people, merges them, or changes roles, keys and factors confirms who they are, when they last did so longer ago',
  ),
  SECOND_FACTOR_FROM: setting(
    z.optional(z.string().check(z.refine(isDay, 'is a day such as 2027-01-31'))),
    'the day from which everybody needs a second factor, as `2027-01-31`: who has none can set one up, and do nothing else. A role can ask for one by itself',
  ),
  DAILY_EMAIL_AT: withDefault(
    z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is a time such as 07:00')),
    '07:00',
    'when the daily email with the alerts of each person is written, on the clock of `CHAIN_ZONE`',
  ),
  LOG_LEVEL: withDefault(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'fatal, error, warn, info, debug, trace or silent',
  ),
  AUDIT_LOG: withDefault(
    oneOf('off', 'stdout'),
    'off',
    '`stdout` writes each line of the audit log to standard output too, as one line of JSON with `"type":"audit"`, for a log collector',
  ),
}

const chain = {
  CHAIN_NAME: withDefault(nonEmpty, 'Marquee Cinemas', "the chain's name in the application and its emails"),
  CHAIN_ZONE: withDefault(
    z.string().check(z.refine(isZone, 'is a time zone such as Africa/Lagos')),
    'Africa/Lagos',
    "the zone of every day, month and filter, and of the point of sale's times",
  ),
  BUSINESS_DAY_ENDS: withDefault(
    z.string().check(z.regex(/^0[0-8]:00$/, 'is a whole hour from 00:00 to 08:00, such as 06:00')),
    '00:00',
    'when a business day ends, on the clock of `CHAIN_ZONE`: what is sold and shown after midnight is of the day before, in figures and logs alike. [What a change takes](operating/business-day.md)',
  ),
  CINEMA_WEEK_BEGINS: withDefault(
    oneOf(...WEEKDAYS),
    'friday',
    "the day on which the programme changes, such as `thursday`: the programme, a film's weeks and the figures of a cinema week go from it. Nothing is stored by it, so it can be changed at any time; the weekend stays Friday to Sunday",
  ),
  SHOP_URL: setting(
    z.optional(webAddress),
    'where customers buy, such as `https://shop.chain.example/movies/{movie_id}`: referral links lead there',
    { example: '`https://shop.marquee.example` in a demo' },
  ),
  DEMO: setting(z.optional(flag), 'load the demo chain and its accounts', {
    example: '`on` with the embedded database and the embedded point of sale, `off` otherwise',
  }),
  DEMO_SIZE: withDefault(
    oneOf('small', 'normal', 'large'),
    'normal',
    "the demo chain's three years of trade: `normal` has 150,000 purchases and 20,000 customers, `large` ten times and `small` a tenth of that; `large` is for PostgreSQL, `small` sells nothing more once it is there, for tests",
  ),
  DEMO_PUBLIC: withDefault(
    flag,
    false,
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
  OIDC_PROVIDERS: setting(
    z.optional(providers),
    'identity providers of staff (OpenID Connect), as a JSON array or the path of a file with one; docs/deploying.md has an example',
    { isSecret: true },
  ),
  PASSWORD_SIGN_IN: setting(
    z._default(passwordSignIn, 'on'),
    'who may sign in with a password where there is single sign-on: `on` for everybody, or addresses such as `owner@chain.example`',
    { example: '`on`' },
  ),
}

const databaseAddress = z.string().check(
  z.regex(/^postgres(ql)?:\/\//, NO_DATABASE),
  z.refine(
    (value) => addressesOf(value).every((one) => URL.canParse(one)),
    `${NO_DATABASE}; a password with / # ? in it belongs in DATABASE_PASSWORD`,
  ),
)

const data = {
  DATA_DIR: withDefault(nonEmpty, '.marquee', 'folder of the embedded database and of stored files'),
  DATABASE_URL: setting(
    z.optional(databaseAddress),
    'PostgreSQL 15 or newer, such as `postgres://user:password@host/database`; without it the embedded database is used. With several hosts (`…@one:5432,two:5432/database`) the one that can be written to is found and followed: docs/operating/several-machines.md',
    { isSecret: true },
  ),
  DATABASE_PASSWORD: secret(
    z.string().check(z.minLength(1, 'is empty')),
    'password of the user in `DATABASE_URL`, as it is: in the address itself `/`, `#`, `?` and `%` must be percent-encoded',
  ),
  DATABASE_DIRECT_URL: secret(
    databaseAddress,
    'address of the same database past a pooler. Needed when `DATABASE_URL` is that of a pooler in transaction mode (PgBouncer): notifications go here, and the limits of statements are set here, as defaults of the user in this database',
  ),
  DATABASE_READ_URL: secret(
    databaseAddress,
    'address of one or several replicas of the same database, as `postgres://user@two,three/database`: lists, figures and exports are read there; docs/operating/several-machines.md',
  ),
  DATABASE_READ_LAG_SECONDS: withDefault(
    z.coerce
      .number('is a number of seconds')
      .check(z.int('is a whole number of seconds'), z.minimum(1, 'is at least 1'), z.maximum(600, 'is at most 600')),
    10,
    'a replica that shows older data than this is left out until it has caught up',
  ),
  DATABASE_CONNECTIONS: withDefault(
    z.coerce
      .number('is a number of connections')
      .check(z.int('is a whole number'), z.minimum(2, 'is at least 2'), z.maximum(500, 'is at most 500')),
    10,
    'connections that this server has at most to PostgreSQL, and to each replica, besides one that listens and one to each machine that watches',
  ),
  VOUCHER_KEY: setting(
    z.optional(z.string().check(z.minLength(32, 'has at least 32 characters'))),
    'seals the codes of vouchers; at least 32 characters, never changed, needed where several servers share a database. Without it the key is kept in `DATA_DIR`: whoever loses it loses the codes',
    { example: 'made once, kept in `DATA_DIR`', isSecret: true },
  ),
  VIDEO_MAX_MB: withDefault(
    z.coerce
      .number('is a number of megabytes')
      .check(
        z.int('is a whole number of megabytes'),
        z.minimum(15, 'is at least 15: pictures are uploaded too'),
        z.maximum(4096, 'is at most 4096'),
      ),
    200,
    'the largest video that can be uploaded, in megabytes; a proxy in front must let as much through',
  ),
  PUSH_UNDO_SECONDS: withDefault(
    seconds(600),
    30,
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

const tracing = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.optional(webAddress),
    'the collector, such as `http://127.0.0.1:4318`: spans go to `/v1/traces` below it',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    z.optional(encodedPairs),
    'headers that it asks for, as `name=value,name=value`, values percent-encoded',
    { isSecret: true },
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: withDefault(oneOf('http/json'), 'http/json', 'spans are sent as JSON over HTTP'),
  OTEL_SERVICE_NAME: withDefault(nonEmpty, 'marquee', 'what the server is called there'),
  OTEL_RESOURCE_ATTRIBUTES: setting(
    z.optional(encodedPairs),
    'what else is said of it, as `deployment.environment.name=production`',
  ),
  OTEL_TRACES_SAMPLER: withDefault(
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
  OTEL_TRACES_SAMPLER_ARG: withDefault(
    z.coerce.number('is a number from 0 to 1').check(z.minimum(0, 'is at least 0'), z.maximum(1, 'is at most 1')),
    1,
    'of `traceidratio`, which part of them',
  ),
}

const watching = {
  METRICS_PORT: setting(
    z.optional(port(0)),
    'port on which `/metrics` is served, apart from the people; without it, and without METRICS_TOKEN, it is nowhere',
  ),
  METRICS_HOST: withDefault(nonEmpty, '127.0.0.1', 'address to listen on for it'),
  METRICS_TOKEN: secret(
    z.string().check(z.minLength(16, 'has at least 16 characters')),
    'token that `/metrics` asks for (`Authorization: Bearer …`), at least 16 characters; without METRICS_PORT it is served on the server’s own port',
  ),
}

const retentionDays = z.pipe(
  z.union(
    [z.literal('off'), z.coerce.number().check(z.int(), z.minimum(1), z.maximum(36_500))],
    'is a number of days, or off',
  ),
  z.transform((value) => (value === 'off' ? undefined : value)),
)
const retentionSetting = (days: number | 'off', means: string) =>
  setting(days === 'off' ? z.optional(retentionDays) : z._default(retentionDays, days), means, {
    example: `\`${days}\``,
  })

const retention = {
  KEEP_AUDIT_DAYS: retentionSetting('off', 'the audit log; ask what your law wants'),
  KEEP_ERRORS_DAYS: retentionSetting(365, 'errors that did not happen again, and each time one happened'),
  KEEP_EMAILS_DAYS: retentionSetting(30, 'emails that were sent or given up'),
  KEEP_ALERTS_DAYS: retentionSetting(90, 'alerts of the office to its people'),
  KEEP_PUSHES_DAYS: retentionSetting(30, 'which device took a notification, and who opened it; the sums stay'),
  KEEP_DEVICES_DAYS: retentionSetting(365, 'devices that take no more notifications'),
  KEEP_SCHEDULES_DAYS: retentionSetting(30, 'runs that took the schedule from the point of sale'),
  KEEP_SIGN_INS_DAYS: retentionSetting(
    180,
    'networks and devices that somebody signed in from: they get an email about a new one',
  ),
}

const NO_DSN = 'is an address such as https://key@host/1'
const sentry = {
  SENTRY_DSN: secret(
    z.string().check(
      z.refine((value) => {
        if (!URL.canParse(value)) return false
        const { protocol, username, password, pathname } = new URL(value)
        return /^https?:$/.test(protocol) && username !== '' && password === '' && /\/\d+$/.test(pathname)
      }, NO_DSN),
    ),
    'the DSN of a project in Sentry or GlitchTip: faults of the server go there too, with their words masked and without who met them',
  ),
  SENTRY_ENVIRONMENT: withDefault(nonEmpty, 'production', 'what the server is called there'),
}

const tmdb = {
  TMDB_TOKEN: secret(nonEmpty, "the account's API read access token"),
  TMDB_LANGUAGE: withDefault(
    z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'is a language such as en-US')),
    'en-US',
    'language of titles and overviews',
  ),
  TMDB_REGION: withDefault(
    z.string().check(z.regex(/^[A-Z]{2}$/, 'is a country such as NG')),
    'NG',
    'country whose certification is taken first; then that of the United Kingdom, then of the United States',
  ),
  TMDB_URL: withDefault(webAddress, 'https://api.themoviedb.org/3', 'address of the API'),
  TMDB_IMAGE_URL: withDefault(webAddress, 'https://image.tmdb.org/t/p', 'address of its images'),
}

const statesOfCinemas = setting(
  z.optional(pairs('is written as cinema=state, cinema=state')),
  'the state of each cinema, as `0004=Lagos, 0021=Abuja (FCT)`; without it its city stands for it',
)

const vista = {
  VISTA_URL: setting(
    z.optional(webAddress),
    'address of Connect, such as `https://tickets.chain.example/WSVistaWebClient`',
  ),
  VISTA_TOKEN: secret(nonEmpty, "Connect's API token"),
  VISTA_REGION: setting(z.optional(nonEmpty), 'region code, where one Connect serves several regions'),
  VISTA_STATES: statesOfCinemas,
}

const veezi = {
  VEEZI_SITES: setting(
    z.optional(pairs('is written as id=token, id=token')),
    'a cinema id of your choice and the access token of each site, as `0004=token, 0007=token`',
    { isSecret: true },
  ),
  VEEZI_STATES: statesOfCinemas,
  VEEZI_URL: withDefault(webAddress, 'https://api.us.veezi.com', 'address of the API'),
}

const s3 = {
  S3_ENDPOINT: setting(z.optional(webAddress), 'address of the store, such as `https://s3.eu-west-1.amazonaws.com`'),
  S3_BUCKET: setting(
    z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is a bucket name'))),
    'the bucket; it must exist',
  ),
  S3_ACCESS_KEY_ID: setting(
    z.optional(nonEmpty),
    'access key; without it AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN',
  ),
  S3_SECRET_ACCESS_KEY: secret(nonEmpty, 'secret key'),
  S3_REGION: withDefault(nonEmpty, 'us-east-1', 'region that requests are signed for'),
  S3_STYLE: withDefault(
    oneOf('path', 'virtual-host'),
    'path',
    '`path`: endpoint/bucket/file; `virtual-host`: bucket.endpoint/file',
  ),
  S3_PUBLIC_URL: setting(
    z.optional(webAddress),
    'where browsers read files without a key, such as a CDN; without it this server sends them on to a signed address, or hands them out itself where its key ends',
  ),
}

const aws = {
  AWS_SESSION_TOKEN: secret(nonEmpty, 'token that goes with a key of S3_ACCESS_KEY_ID that ends'),
  AWS_WEB_IDENTITY_TOKEN_FILE: setting(
    z.optional(nonEmpty),
    "path of the file with the server's web identity token, which whoever runs it writes anew",
  ),
  AWS_ROLE_ARN: setting(
    z.optional(nonEmpty),
    'the role that it takes, such as `arn:aws:iam::123456789012:role/marquee`',
  ),
  AWS_ROLE_SESSION_NAME: withDefault(
    z.string().check(z.regex(/^[\w+=,.@-]{2,64}$/, 'is 2 to 64 letters, digits and + = , . @ _ -')),
    'marquee',
    'what the server is called there',
  ),
  AWS_ENDPOINT_URL_STS: setting(
    z.optional(webAddress),
    'address of the security token service; without it that of AWS in S3_REGION',
  ),
}

const smtp = {
  SMTP_HOST: setting(z.optional(nonEmpty), 'the mail server'),
  SMTP_FROM: setting(
    z.optional(z.string().check(z.regex(/^([^<>]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'is a mail address'))),
    'sender, as `Marquee Cinemas <office@chain.example>`',
  ),
  SMTP_PORT: withDefault(port(1), 587, 'its port'),
  SMTP_SECURITY: withDefault(
    oneOf('starttls', 'tls', 'none'),
    'starttls',
    '`starttls`: refuses to go on without it; `tls`: from the first byte, mostly on port 465; `none`: only for a server on this machine or without a password',
  ),
  SMTP_USER: setting(z.optional(nonEmpty), 'user, where the server asks for one'),
  SMTP_PASSWORD: secret(nonEmpty, 'password'),
}

const flutterwave = {
  FLUTTERWAVE_SECRET_KEY: secret(nonEmpty, "the account's secret key"),
  FLUTTERWAVE_WEBHOOK_HASH: secret(
    z.string().check(z.minLength(16, 'has at least 16 characters')),
    "the secret hash of the account's webhooks, at least 16 characters; they go to `PUBLIC_URL/api/flutterwave/webhook`",
  ),
  FLUTTERWAVE_URL: withDefault(webAddress, 'https://api.flutterwave.com/v3', 'address of the API'),
}

const fcm = {
  FCM_SERVICE_ACCOUNT: setting(
    z.optional(serviceAccount),
    "the service account's key as Firebase hands it out: the path of its file, or the JSON itself",
    { isSecret: true },
  ),
  FCM_URL: withDefault(webAddress, 'https://fcm.googleapis.com', 'address of the API'),
}

const bitly = {
  BITLY_TOKEN: secret(nonEmpty, "the account's access token"),
  BITLY_DOMAIN: setting(z.optional(nonEmpty), "the domain of the links; without it the account's own choice"),
  BITLY_GROUP: setting(z.optional(nonEmpty), "the group's GUID, where the account has several"),
  BITLY_URL: withDefault(webAddress, 'https://api-ssl.bitly.com/v4', 'address of the API'),
}

/** A part of the configuration. A connection is chosen by setting what it `needs`; half of it is refused. */
export type Group = {
  title: string
  about: string
  settings: Record<string, z.core.$ZodType>
  needs?: readonly string[]
}

export const groups: readonly Group[] = [
  { title: 'Server', about: 'How this server is reached.', settings: server },
  { title: 'Chain', about: 'Whose back office it is.', settings: chain },
  { title: 'Single sign-on', about: 'How staff sign in with an account of theirs elsewhere.', settings: signIn },
  { title: 'Data', about: 'Where it keeps what it knows.', settings: data },
  {
    title: 'Retention',
    about:
      'For how many whole days rows are kept that nothing is counted from, beside the day that has begun; `off` keeps them for ever. docs/operating/retention.md says what else there is.',
    settings: retention,
  },
  {
    title: 'Watching',
    about: 'How it is watched: docs/operating/watch.md has what to look at. Without these settings nothing is counted.',
    settings: watching,
  },
  {
    title: 'Traces: OpenTelemetry',
    about:
      'Requests, statements of the database, calls to other systems and jobs as spans, for a collector that takes OTLP over HTTP. The settings are those of the OpenTelemetry specification. Without this group nothing is traced.',
    settings: tracing,
    needs: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
  },
  {
    title: 'Faults: Sentry',
    about:
      'The error log has them in any case, with those of the shop, the apps and the browser. Without this group they go nowhere else.',
    settings: sentry,
    needs: ['SENTRY_DSN'],
  },
  {
    title: 'Movie database: TMDB',
    about:
      'Version 3 of the API. A cinema chain needs an agreement with TMDB: its free keys are for non-commercial use. Without this group the embedded demo catalogue answers.',
    settings: tmdb,
    needs: ['TMDB_TOKEN'],
  },
  {
    title: 'Point of sale: Vista Connect',
    about:
      'Cinemas, films, screens and sessions over OData. At most one point of sale is set; without one there is only the demo chain.',
    settings: vista,
    needs: ['VISTA_URL', 'VISTA_TOKEN'],
  },
  {
    title: 'Point of sale: Veezi',
    about: 'One token a site.',
    settings: veezi,
    needs: ['VEEZI_SITES'],
  },
  {
    title: 'Object storage: S3',
    about:
      'Any S3-compatible store. Without this group files are kept in `DATA_DIR`, which several servers cannot share. The key may list the bucket, and read, write and delete in it. A large file is sent in parts: give the bucket a lifecycle rule that aborts incomplete multipart uploads after a day, for those that a crash left.',
    settings: s3,
    needs: ['S3_ENDPOINT', 'S3_BUCKET'],
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
    needs: ['SMTP_HOST', 'SMTP_FROM'],
  },
  {
    title: 'Payments: Flutterwave',
    about:
      "Version 3 of the API: charges the cards that customers have stored. Charges without the customer's confirmation need Flutterwave's approval of the account; without it the bank asks the customer each time. Without this group no real card is charged.",
    settings: flutterwave,
    needs: ['FLUTTERWAVE_SECRET_KEY', 'FLUTTERWAVE_WEBHOOK_HASH'],
  },
  {
    title: 'Push notifications: Firebase Cloud Messaging',
    about:
      'The HTTP v1 API. The service account may send messages (role Firebase Cloud Messaging API Admin). The links of notifications are of this server, so `PUBLIC_URL` must be one that customers reach. Without this group pushes are kept in the database instead of being sent.',
    settings: fcm,
    needs: ['FCM_SERVICE_ACCOUNT'],
  },
  {
    title: 'Short links: Bitly',
    about:
      'Version 4 of the API. It shortens the short links of this server, which count the clicks, so `PUBLIC_URL` must be one that customers reach. Without this group referral links are short links of this server alone.',
    settings: bitly,
    needs: ['BITLY_TOKEN'],
  },
]

/** Every setting with its rule; the start's errors, the types and `docs/configuration.md` come from here. */
export const Settings = z.object({
  ...server,
  ...chain,
  ...signIn,
  ...data,
  ...retention,
  ...watching,
  ...tracing,
  ...sentry,
  ...tmdb,
  ...vista,
  ...veezi,
  ...s3,
  ...aws,
  ...smtp,
  ...flutterwave,
  ...fcm,
  ...bitly,
})
