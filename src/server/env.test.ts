import { expect, test } from 'vitest'
import { parseEnv } from './env.ts'

test('without settings: loopback, the embedded database, the demo', () => {
  expect(parseEnv({})).toMatchObject({
    port: 4400,
    host: '127.0.0.1',
    demo: true,
    databaseUrl: undefined,
    zone: 'Africa/Lagos',
  })
})

test('with a database of its own the demo is off unless it is asked for', () => {
  const DATABASE_URL = 'postgres://marquee:secret@db/marquee'
  expect(parseEnv({ DATABASE_URL }).demo).toBe(false)
  expect(parseEnv({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true)
})

test('an empty setting is the same as none', () => expect(parseEnv({ PORT: '' }).port).toBe(4400))

test.each([
  [{ PORT: 'many' }, 'PORT is a port number (it is "many")'],
  [{ PORT: '70000' }, 'PORT is a port number (it is "70000")'],
  [{ DEMO: 'maybe' }, 'DEMO is on or off (it is "maybe")'],
  [{ CHAIN_ZONE: 'Lagos' }, 'CHAIN_ZONE is a time zone such as Africa/Lagos (it is "Lagos")'],
  [{ PUBLIC_URL: 'marquee' }, 'PUBLIC_URL is a web address (it is "marquee")'],
  [
    { DATABASE_URL: 'mysql://root:secret@db' },
    'DATABASE_URL is an address such as postgres://user:password@host/database',
  ],
  [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET has at least 32 characters'],
])('%j is refused in one line', (settings, line) => expect(() => parseEnv(settings)).toThrow(new Error(line)))

test('the demo never stands on a public address by accident', () => {
  expect(() => parseEnv({ HOST: '0.0.0.0' })).toThrow(/^DEMO is on and HOST is 0\.0\.0\.0/)
  expect(parseEnv({ HOST: '0.0.0.0', DEMO: 'off' }).demo).toBe(false)
  expect(parseEnv({ HOST: '0.0.0.0', DEMO_PUBLIC: 'on' }).demo).toBe(true)
})
