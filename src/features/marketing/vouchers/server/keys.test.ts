import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Env } from '#server/env.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { vouchers } from '../contract.ts'
import { messages } from '../rules.ts'
import { server as face } from './index.ts'
import { voucherKeys } from './keys.ts'

const SECRET = 'a key of vouchers that is long enough'
const env = (voucherKey: string) => ({ voucherKey, dataDir: '/nowhere' }) as Env

describe('a key', () => {
  const keys = voucherKeys(env(SECRET))
  const code = 'ACEFGHJKMNPRTUVWXY'

  test('finds and opens what it sealed; the same code is never sealed the same', () => {
    const lookup = keys.lookup(code)
    const [one, other] = [keys.seal(code, lookup), keys.seal(code, lookup)]
    expect(one).not.toEqual(other)
    expect([keys.open(one, lookup), keys.open(other, lookup)]).toEqual([code, code])
    expect(voucherKeys(env(SECRET)).lookup(code)).toEqual(lookup)
  })

  test('opens nothing that another sealed, that was changed, or that was moved to another row', () => {
    const lookup = keys.lookup(code)
    const sealed = keys.seal(code, lookup)
    const changed = Buffer.from(sealed)
    changed[15]! ^= 1
    const other = voucherKeys(env(`${SECRET} not`))
    expect(other.lookup(code)).not.toEqual(lookup)
    expect(other.fingerprint).not.toBe(keys.fingerprint)
    for (const open of [
      () => other.open(sealed, lookup),
      () => keys.open(changed, lookup),
      () => keys.open(sealed, keys.lookup('another')),
    ])
      expect(open).toThrow('unable to authenticate data')
  })
})

describe('a key file', () => {
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'marquee-key-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true }))
  const inFolder = () => voucherKeys({ voucherKey: undefined, dataDir } as Env)

  test.each(['', 'x'.repeat(31)])('of %j is refused, and stays as it is', (key) => {
    writeFileSync(path.join(dataDir, 'voucher.key'), key)
    expect(inFolder).toThrow(messages.noKeyInFile)
    expect(readFileSync(path.join(dataDir, 'voucher.key'), 'utf8')).toBe(key)
    rmSync(path.join(dataDir, 'voucher.key'))
  })

  test('is made once, and leaves nothing beside it', () => {
    const { fingerprint } = inFolder()
    expect(inFolder().fingerprint).toBe(fingerprint)
    expect(readdirSync(dataDir)).toEqual(['voucher.key'])
  })
})

describe('a server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
    await server.db.execute(sql`insert into plans (name, kobo, tickets, created_at) values ('Fan', 1, 1, now())`)
  })
  afterAll(() => server.close())

  // ASVS: 13.3.2
  test('without a setting makes a key for itself, which nobody else may read', async () => {
    const body = { companyName: 'A', quantity: 1, approvedBy: 'B', paymentConfirmed: true }
    expect((await server.call(vouchers.create, { body })).status).toBe(200)
    const { mode, size } = statSync(path.join(server.app.env.dataDir, 'voucher.key'))
    expect([mode & 0o777, size]).toEqual([0o600, 43])
  })

  test('with another key than the vouchers were made with makes, shows and redeems none', async () => {
    const { env: own } = server.app
    server.app.env = { ...own, voucherKey: SECRET }
    const params = { id: 1 }
    const answers = [
      await server.call(vouchers.create, {
        body: { companyName: 'A', quantity: 1, approvedBy: 'B', paymentConfirmed: true },
      }),
      await server.call(vouchers.csv, { params }),
      await server.call(vouchers.codes, { params, body: { ids: [1] } }),
    ]
    server.app.env = own
    expect(answers.map(({ status, problem }) => [status, problem.message])).toEqual(
      Array.from({ length: 3 }, () => [503, messages.otherKey]),
    )
  })

  test('with another key does not begin', async () => {
    await server.db.execute(sql`update settings set value = '"of another"' where key = 'vouchers:key'`)
    await expect(face.start!(server.app)).rejects.toThrow(messages.otherKey)
  })
})
