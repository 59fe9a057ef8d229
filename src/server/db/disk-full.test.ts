/**
 * Tests of a full disk, for which root mounts a small one; skipped for other users.
 * @module-tag nightly
 */
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { categories } from '#features/programming/categories/contract.ts'
import { administer, TEMPLATE } from '../test/database.ts'
import { testServer, type TestServer } from '../test/harness.ts'

const MB = 2 ** 20
const LEFT_BYTES = 128 * 1024
/** Size of an empty embedded database, with some room. */
const SIZE = inject('database').postgres ? '8m' : '96m'
const UNPRIVILEGED_UID = 65_534

const disk = await mkdtemp(path.join(tmpdir(), 'marquee-disk-'))
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk]).status === 0
const filler = path.join(disk, 'filler')
const { folder, postgres } = inject('database')

describe.runIf(isMounted)('a full disk', () => {
  let server: TestServer
  let headers: Record<string, string>
  beforeAll(async () => {
    if (!postgres) cpSync(path.join(folder, TEMPLATE), disk, { recursive: true })
    server = await testServer({ env: postgres ? {} : { DATA_DIR: disk } })
    headers = { authorization: `Bearer ${await server.token('superadmin')}` }
    if (!postgres) return
    const place = path.join(disk, 'space')
    await mkdir(place)
    await chown(disk, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
    await chown(place, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
    await administer(postgres, `create tablespace small location '${place}'`)
    await server.app.database.pool.query('alter table audit_log set tablespace small')
  })
  afterAll(async () => {
    await server?.close()
    if (postgres) await administer(postgres, 'drop tablespace small')
  })

  let count = 0
  const create = async () => {
    const name = `Category ${++count}`
    const answer = await server.inject({ method: 'POST', url: '/api/categories', headers, payload: { name } })
    return { name, status: answer.statusCode, message: answer.json().message as string }
  }

  test('is reported in a sentence, loses no data, and recovers with free space', async () => {
    const stored: string[] = []
    fill()
    let refused
    while (!refused) {
      const made = await create()
      if (made.status === 200) stored.push(made.name)
      else refused = made
    }
    expect(refused).toMatchObject({ status: 503, message: expect.stringMatching(/^The database is out of disk space/) })
    expect(stored.length).toBeGreaterThan(0)
    rmSync(filler)
    await expect.poll(async () => (await create()).status).toBe(200)
    const { body } = await server.call(categories.list)
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(stored))
    expect(body.data).not.toContainEqual(expect.objectContaining({ name: refused.name }))
  })
})

afterAll(async () => {
  if (isMounted) spawnSync('umount', ['-l', disk])
  await rm(disk, { recursive: true, force: true })
})

/** Fills the disk except for a few writes. */
function fill() {
  for (let size = 64 * MB; size >= 1024; size = Math.floor(size / 2))
    for (;;)
      try {
        writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
      } catch {
        break
      }
  truncateSync(filler, statSync(filler).size - LEFT_BYTES)
}
