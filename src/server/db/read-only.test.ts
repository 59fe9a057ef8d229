/**
 * Tests of a disk that the system has made read-only after an error; only root can do this, so other users skip them.
 * @module-tag nightly
 */
import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { InjectOptions } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { categories } from '#features/programming/categories/contract.ts'
import { media } from '#features/programming/media/contract.ts'
import { TEMPLATE } from '../test/database.ts'
import { addressOf, testServer, type TestServer } from '../test/harness.ts'
import { initialise, installFirst, prove, serve } from '../test/postgres.ts'

const SIZE = '400M'
const UNPRIVILEGED_UID = 65_534
const { folder: templates, postgres } = inject('database')

const folder = await mkdtemp(path.join(tmpdir(), 'marquee-read-only-'))
const [image, disk] = [path.join(folder, 'image'), path.join(folder, 'disk')]
const ran = (...[program, ...args]: [string, ...string[]]) => spawnSync(program, args).status === 0
const mount = () => ran('mount', '-o', 'loop', image, disk)
mkdirSync(disk)
const isMounted = ran('truncate', '-s', SIZE, image) && ran('mkfs.ext4', '-q', '-F', image) && mount()

describe.runIf(isMounted)('a disk that becomes read-only', () => {
  let server: TestServer
  let headers: Record<string, string>
  let stop = async () => {}
  let begin = async () => {}
  beforeAll(async () => {
    const place = path.join(disk, 'postgres')
    let DATABASE_URL: string | undefined
    if (postgres) {
      mkdirSync(place)
      for (const owned of [folder, disk, place]) chownSync(owned, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
      const installed = { ...(await installFirst(place)), keepsFolder: true as const }
      initialise(installed)
      const log = path.join(place, 'log')
      const safe = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
      DATABASE_URL = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(place)}`
      begin = async () => void (stop = await serve(installed, safe))
      await begin()
      await prove(DATABASE_URL, log)
    }
    const DATA_DIR = path.join(disk, 'data')
    if (!postgres) cpSync(path.join(templates, TEMPLATE), DATA_DIR, { recursive: true })
    server = await testServer({ env: { DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) } })
    headers = { authorization: `Bearer ${await server.token('superadmin')}` }
    // Earlier data must be on the disk; from here on the database is responsible for acknowledged data.
    ran('sync')
  })
  afterAll(async () => {
    // The database cannot clean up on a disk that stays read-only.
    await server?.close().catch((error: Error) => {
      if (!error.message.startsWith('EROFS')) throw error
    })
    await stop()
  })

  const ask = async (options: InjectOptions) => {
    const answer = await server.inject({ ...options, headers: { ...headers, ...options.headers } })
    return { status: answer.statusCode, message: answer.json().message as string | undefined, data: answer.json().data }
  }
  let count = 0
  const acknowledged: string[] = []
  const create = async () => {
    const name = `Category ${++count}`
    const answer = await ask({ method: 'POST', url: addressOf(categories.create), payload: { name } })
    if (answer.status === 200) acknowledged.push(name)
    return answer
  }
  const upload = async () => {
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(picture)]), 'red.png')
    const encoded = new Response(form)
    return ask({
      method: 'POST',
      url: addressOf(media.upload),
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type')! },
    })
  }

  test('rejects writes with a message, and PostgreSQL continues on a new disk with all acknowledged data', async () => {
    for (let n = 0; n < 5; n++) expect((await create()).status).toBe(200)
    expect((await upload()).status).toBe(200)
    expect(ran('mount', '-o', 'remount,abort', disk)).toBe(true)

    const answers = [await upload()]
    while (!answers.some(({ status }, n) => n > 0 && status !== 200)) answers.push(await create())
    answers.push(await create(), await ask({ method: 'GET', url: addressOf(categories.list) }))
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ status: 503, message: expect.stringMatching(/\. .*\S/) })
    expect((await server.inject({ url: '/api/health/live' })).statusCode).toBe(200)

    // The embedded database survives the end of its process, not the loss of its disk.
    if (!postgres) return
    // The operator replaces the disk; the server is not restarted.
    await stop()
    expect(ran('umount', '-l', disk) && mount()).toBe(true)
    await begin()
    await expect.poll(async () => (await create()).status).toBe(200)
    expect((await upload()).status).toBe(200)
    const { data } = await ask({ method: 'GET', url: addressOf(categories.list) })
    expect((data as { name: string }[]).map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted())
  })
})

afterAll(async () => {
  if (isMounted) ran('umount', '-l', disk)
  await rm(folder, { recursive: true, force: true })
})
