import path from 'node:path'
import * as z from 'zod/mini'

z.config(z.locales.en())

const flag = z.pipe(
  z.enum(['on', 'off', 'true', 'false', '1', '0'], 'is on or off'),
  z.transform((value) => ['on', 'true', '1'].includes(value)),
)
const words = z.string().check(z.minLength(1, 'is empty'))
const isZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Every setting with its meaning; `docs/configuration.md` and the start's errors come from here. */
const Settings = z.object({
  PORT: z._default(
    z.coerce
      .number('is a port number')
      .check(z.int('is a port number'), z.minimum(0, 'is a port number'), z.maximum(65_535, 'is a port number')),
    4400,
  ),
  HOST: z._default(words, '127.0.0.1'),
  DATA_DIR: z._default(words, '.marquee'),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'is an address such as postgres://user:password@host/database')),
  ),
  DEMO: z.optional(flag),
  DEMO_PUBLIC: z._default(flag, false),
  PUBLIC_URL: z.optional(z.url('is a web address').check(z.regex(/^https?:/, 'is a web address'))),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, 'has at least 32 characters'))),
  CHAIN_NAME: z._default(words, 'Marquee Cinemas'),
  CHAIN_ZONE: z._default(z.string().check(z.refine(isZone, 'is a time zone such as Africa/Lagos')), 'Africa/Lagos'),
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'is one of fatal, error, warn, info, debug, trace, silent',
    ),
    'info',
  ),
  TRUST_PROXY: z._default(flag, false),
})

export type Env = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  demo: boolean
  /** Where browsers and mails reach this server; undefined: relative addresses, and mails use http://HOST:PORT. */
  publicUrl: string | undefined
  sessionSecret: string | undefined
  chainName: string
  zone: string
  logLevel: string
  trustProxy: boolean
}

export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * Parses the settings once, at the start.
 * @throws Error whose message is one line that names the setting and the rule
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    const name = String(issue.path[0])
    const shown = name === 'DATABASE_URL' || name.endsWith('SECRET') ? '' : ` (it is "${given[name]}")`
    throw new Error(`${name} ${issue.message}${shown}`)
  }
  const s = parsed.data
  const demo = s.DEMO ?? !s.DATABASE_URL
  if (demo && !isLoopback(s.HOST) && !s.DEMO_PUBLIC)
    throw new Error(
      `DEMO is on and HOST is ${s.HOST}: anybody who reaches it could sign in with the demo's password. Set DEMO=off, or DEMO_PUBLIC=on if that is meant`,
    )
  return {
    port: s.PORT,
    host: s.HOST,
    dataDir: path.resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    demo,
    publicUrl: s.PUBLIC_URL?.replace(/\/+$/, ''),
    sessionSecret: s.SESSION_SECRET,
    chainName: s.CHAIN_NAME,
    zone: s.CHAIN_ZONE,
    logLevel: s.LOG_LEVEL,
    trustProxy: s.TRUST_PROXY,
  }
}
