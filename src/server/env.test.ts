import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { settings } from './configuration.ts'
import { addressesOf } from './db/address.ts'
import { parseEnv, unknownSettings } from './env.ts'
import { listed } from './setting.ts'

test('uses loopback, the embedded database and the demo without settings', () => {
  expect(parseEnv({})).toMatchObject({
    port: 4400,
    host: '127.0.0.1',
    demo: true,
    databaseUrl: undefined,
    zone: 'Africa/Lagos',
  })
})

test('turns the demo off with a PostgreSQL database, unless DEMO is on', () => {
  const DATABASE_URL = 'postgres://marquee:secret@db/marquee'
  expect(parseEnv({ DATABASE_URL }).demo).toBe(false)
  expect(parseEnv({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true)
})

test('treats an empty setting as not set', () => expect(parseEnv({ PORT: '' }).port).toBe(4400))

// ASVS: 13.2.3
test.each([
  [{ PORT: 'many' }, 'PORT must be a port number (it is "many")'],
  [{ PORT: '70000' }, 'PORT must be a port number (it is "70000")'],
  [{ DEMO: 'maybe' }, 'DEMO must be on or off (it is "maybe")'],
  [{ CHAIN_ZONE: 'Lagos' }, 'CHAIN_ZONE must be a time zone such as Africa/Lagos (it is "Lagos")'],
  [{ PUBLIC_URL: 'marquee' }, 'PUBLIC_URL must be a web address (it is "marquee")'],
  [
    { DATABASE_URL: 'mysql://root:secret@db' },
    'DATABASE_URL must be an address such as postgres://user:password@host/database',
  ],
  [
    { TRUST_PROXY: '10.0.0.0/99' },
    'TRUST_PROXY must be on, off, or addresses of proxies such as 203.0.113.7, 10.0.0.0/8 (it is "10.0.0.0/99")',
  ],
  [
    { DATABASE_DIRECT_URL: 'postgres://marquee@db/marquee' },
    'DATABASE_URL is missing: it is required because DATABASE_DIRECT_URL is set',
  ],
  [
    { DATABASE_READ_URL: 'postgres://marquee@two/marquee' },
    'DATABASE_URL is missing: it is required because DATABASE_READ_URL is set',
  ],
  [
    { DATABASE_URL: 'postgres://marquee@one,tw o/marquee' },
    'DATABASE_URL must be an address such as postgres://user:password@host/database; put a password with / # ? in DATABASE_PASSWORD',
  ],
  [
    { DATABASE_URL: 'postgres://one,two/marquee', DATABASE_DIRECT_URL: 'postgres://one,two/marquee' },
    'DATABASE_URL names several hosts and DATABASE_DIRECT_URL is set: use one address, because the pooler follows the primary',
  ],
  [{ DATABASE_READ_LAG_SECONDS: '0' }, 'DATABASE_READ_LAG_SECONDS must be at least 1 (it is "0")'],
  [{ DATABASE_CONNECTIONS: '1' }, 'DATABASE_CONNECTIONS must be at least 2 (it is "1")'],
  [
    { SESSION_SECRET: 'x'.repeat(32), SESSION_SECRET_FILE: '/run/secrets/session' },
    'SESSION_SECRET and SESSION_SECRET_FILE are both set: set only one of them',
  ],
  [
    { SMTP_PASSWORD_FILE: '/nowhere/smtp' },
    "SMTP_PASSWORD_FILE cannot be read: ENOENT: no such file or directory, open '/nowhere/smtp'",
  ],
  [{ SESSION_SECRET_FILE: '/dev/null' }, 'SESSION_SECRET_FILE is empty (/dev/null)'],
  [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters'],
])('rejects %j in one line', (settings, line) => expect(() => parseEnv(settings)).toThrow(new Error(line)))

test('rejects the demo on a public address without DEMO_PUBLIC', () => {
  expect(() => parseEnv({ HOST: '0.0.0.0' })).toThrow(/^DEMO is on and HOST is 0\.0\.0\.0/)
  expect(parseEnv({ HOST: '0.0.0.0', DEMO: 'off' }).demo).toBe(false)
  expect(parseEnv({ HOST: '0.0.0.0', DEMO_PUBLIC: 'on' }).demo).toBe(true)
})

test.each([
  [{ PUBLIC_URL: 'https://office.chain.example' }, /^DEMO is on and PUBLIC_URL is https:\/\/office\.chain\.example: /],
  [{ TRUST_PROXY: 'on' }, /^DEMO is on and TRUST_PROXY is on: /],
  [{ TRUST_PROXY: '10.0.0.0/8' }, /^DEMO is on and TRUST_PROXY is on: /],
])('rejects the demo behind a proxy without DEMO_PUBLIC: %j', (settings, line) => {
  expect(() => parseEnv(settings)).toThrow(line)
  expect(parseEnv({ ...settings, DEMO: 'off' }).demo).toBe(false)
  expect(parseEnv({ ...settings, DEMO_PUBLIC: 'on' }).demo).toBe(true)
})

test('allows the demo on an address of this machine', () => {
  for (const PUBLIC_URL of ['http://localhost:4400', 'http://127.0.0.1:4400', 'http://[::1]:4400'])
    expect(parseEnv({ PUBLIC_URL }).demo).toBe(true)
})

const messageOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing was rejected'
}

describe('connections', () => {
  const s3 = { S3_ENDPOINT: 'http://s3.local:9000/', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' }
  const vista = { VISTA_URL: 'https://tickets.chain.example/WSVistaWebClient/', VISTA_TOKEN: 't' }
  const smtp = { SMTP_HOST: 'mail.chain.example', SMTP_FROM: 'Marquee <office@chain.example>' }

  test('are not configured by default', () =>
    expect(parseEnv({})).toMatchObject({
      tmdb: undefined,
      vista: undefined,
      veezi: undefined,
      s3: undefined,
      smtp: undefined,
    }))

  test('are read with their defaults', () => {
    const env = parseEnv({ ...s3, ...smtp, ...vista, S3_SECRET_ACCESS_KEY: 'key', TMDB_TOKEN: 'token' })
    expect(env.s3).toMatchObject({ endpoint: 'http://s3.local:9000', region: 'us-east-1', style: 'path' })
    expect(env.smtp).toMatchObject({ port: 587, security: 'starttls', user: undefined })
    expect(env.vista).toMatchObject({ url: 'https://tickets.chain.example/WSVistaWebClient', states: {} })
    expect(env.tmdb).toMatchObject({ url: 'https://api.themoviedb.org/3', language: 'en-US', region: 'NG' })
  })

  test('use a web identity instead of a key for a file store, and ignore settings of AWS otherwise', () => {
    const aws = { AWS_WEB_IDENTITY_TOKEN_FILE: '/token', AWS_ROLE_ARN: 'arn:aws:iam::1:role/marquee' }
    expect(parseEnv(aws).s3).toBeUndefined()
    const { S3_ACCESS_KEY_ID: _, ...store } = s3
    expect(parseEnv({ ...store, ...aws, S3_REGION: 'eu-west-1' }).s3!.identity).toEqual({
      tokenFile: '/token',
      roleArn: 'arn:aws:iam::1:role/marquee',
      sessionName: 'marquee',
      url: 'https://sts.eu-west-1.amazonaws.com',
    })
    expect(parseEnv({ ...s3, ...aws, S3_SECRET_ACCESS_KEY: 'key' }).s3!.identity).toBeUndefined()
  })

  test('read lists as pairs', () => {
    const { vista: read } = parseEnv({ ...vista, VISTA_STATES: '0004=Lagos, 0021 = Abuja (FCT),' })
    expect(read!.states).toEqual({ '0004': 'Lagos', '0021': 'Abuja (FCT)' })
    expect(parseEnv({ VEEZI_SITES: '0004=abc,0007=def' }).veezi!.sites).toEqual({ '0004': 'abc', '0007': 'def' })
  })

  test('turn the demo off with a real point of sale', () => expect(parseEnv(vista).demo).toBe(false))

  test.each([
    [s3, 'S3_SECRET_ACCESS_KEY is missing: it is required because S3_ENDPOINT is set'],
    [
      { S3_ENDPOINT: s3.S3_ENDPOINT, S3_BUCKET: 'files', AWS_WEB_IDENTITY_TOKEN_FILE: '/token' },
      'AWS_ROLE_ARN is missing: it is required because S3_ENDPOINT is set',
    ],
    [{ S3_REGION: 'eu-west-1' }, 'S3_ENDPOINT is missing: it is required because S3_REGION is set'],
    [{ VISTA_TOKEN: 'secret' }, 'VISTA_URL is missing: it is required because VISTA_TOKEN is set'],
    [{ TMDB_REGION: 'NG' }, 'TMDB_TOKEN is missing: it is required because TMDB_REGION is set'],
    [{ ...smtp, SMTP_USER: 'me' }, 'SMTP_PASSWORD is missing: it is required because SMTP_USER is set'],
    [{ ...smtp, SMTP_PASSWORD: 'secret' }, 'SMTP_USER is missing: it is required because SMTP_PASSWORD is set'],
    [
      { ...smtp, SMTP_USER: 'me', SMTP_PASSWORD: 'secret', SMTP_SECURITY: 'none' },
      'SMTP_SECURITY is none and SMTP_USER is set: the password would be sent without encryption',
    ],
    [
      { FLUTTERWAVE_SECRET_KEY: 'FLWSECK-X' },
      'FLUTTERWAVE_WEBHOOK_HASH is missing: it is required because FLUTTERWAVE_SECRET_KEY is set',
    ],
    [{ FLUTTERWAVE_WEBHOOK_HASH: 'short' }, 'FLUTTERWAVE_WEBHOOK_HASH must have at least 16 characters'],
    [{ ...smtp, SMTP_SECURITY: 'ssl' }, 'SMTP_SECURITY must be one of starttls, tls, none (it is "ssl")'],
    [{ ...smtp, SMTP_FROM: 'Marquee' }, 'SMTP_FROM must be an email address (it is "Marquee")'],
    [{ ...vista, VEEZI_SITES: '4=a' }, 'VISTA_URL and VEEZI_SITES are both set: a chain has one point of sale'],
    [
      { ...vista, DEMO: 'on' },
      'DEMO is on and VISTA_URL is set: the demo chain would appear among real cinemas. Set DEMO=off.',
    ],
    [{ VEEZI_SITES: 'secret-token' }, 'VEEZI_SITES must have the form id=token, id=token'],
    [{ ...vista, VISTA_URL: 'tickets' }, 'VISTA_URL must be a web address (it is "tickets")'],
    [
      { ...vista, VISTA_URL: 'https://me:pw@x.example' },
      'VISTA_URL must not contain a user name or password (it is "https://…@x.example")',
    ],
  ])('rejects %j in one line', (settings, line) => expect(() => parseEnv(settings)).toThrow(new Error(line)))

  // ASVS: 13.3.2
  test('never show a secret in an error', () => {
    for (const { name, isSecret } of listed(settings)) {
      if (!isSecret) continue
      // Rejected by its own rule if any, otherwise by the rule of the last setting.
      const message = messageOf(() => parseEnv({ [name]: 'a-secret', SMTP_PORT: 'none' }))
      expect(message).toMatch(/^[A-Z0-9_]+ /)
      expect(message).not.toContain('a-secret')
    }
  })

  test('have a description each', () => {
    for (const { means } of listed(settings)) expect(means).toMatch(/\w/)
  })
})

describe('the password of the database', () => {
  test.each(['a/b', 'a#b', 'a?b', 'a@b:c', '50%', 'ä ö'])(
    'is taken unchanged from DATABASE_PASSWORD: %s',
    (password) => {
      const env = parseEnv({ DATABASE_URL: 'postgres://marquee@database/marquee', DATABASE_PASSWORD: password })
      const url = new URL(env.databaseUrl!)
      expect([decodeURIComponent(url.password), url.username, url.host]).toEqual([password, 'marquee', 'database'])
      expect(new pg.Client({ connectionString: env.databaseUrl })).toMatchObject({
        password,
        user: 'marquee',
        host: 'database',
      })
    },
  )

  test('is not shown when it makes the address unreadable; the error names the setting', () => {
    const start = () => parseEnv({ DATABASE_URL: 'postgres://marquee:ab/c@database/marquee' })
    expect(start).toThrow(/^DATABASE_URL must be an address such as .*DATABASE_PASSWORD$/)
  })

  test('needs an address', () => expect(() => parseEnv({ DATABASE_PASSWORD: 'a' })).toThrow(/^DATABASE_URL is missing/))
})

test('reads a secret from a file without the line end', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'marquee-env-'))
  const file = path.join(folder, 'password')
  await writeFile(file, 'p/s#w?rd %25 \n')
  const DATABASE_URL = 'postgres://marquee@db/marquee'
  const { databaseUrl, databaseDirectUrl, databaseReadUrl } = parseEnv({
    DATABASE_URL,
    DATABASE_READ_URL: 'postgres://marquee@two,three/marquee',
    DATABASE_DIRECT_URL: 'postgres://marquee@primary/marquee',
    DATABASE_PASSWORD_FILE: file,
  })
  for (const address of [databaseUrl, databaseDirectUrl, ...addressesOf(databaseReadUrl!)])
    expect(new pg.Client({ connectionString: address }).password).toBe('p/s#w?rd %25 ')
  await rm(folder, { recursive: true })
})

test('lists variables that look like settings and are not', () => {
  const source = {
    SMTP_PASS: 'secret',
    S3_ACCES_KEY_ID: 'key',
    KEEP_MAILS_DAYS: '30',
    SMTP_HOST: 'mail.chain.example',
    SMTP_PASSWORD_FILE: '/run/secrets/smtp',
    S3_EMPTY: '',
    AWS_REGION: 'eu-west-1',
    OTEL_LOGS_EXPORTER: 'none',
    HOME: '/root',
  }
  expect(unknownSettings(source)).toEqual(['KEEP_MAILS_DAYS', 'S3_ACCES_KEY_ID', 'SMTP_PASS'])
})
