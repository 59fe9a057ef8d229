import type { ChildProcess } from 'node:child_process'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { cubes } from '#features/rooms/cubes/contract.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { startPostgres } from '#server/test/postgres.ts'
import { asking } from '../http/calls.ts'
import { addWhoSignsIn } from '../http/database.ts'
import { signIn, startChild, stopChild } from '../http/index.ts'
import { compareUnderLoad, type Requested } from '../under-load.ts'
import { line, type Part } from '../report.ts'
import { sessionOf } from '../session.ts'
import { bookingOf, CUBES, slotsOf } from './chain.ts'
import { seed } from './seed.ts'

/** The free hours of cubes, and bookings of them, under load; `bookings` are there before. */
export async function measureCubes(bookings: number): Promise<Part> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const postgres = await startPostgres()
  const children: ChildProcess[] = []
  const settings = { DATABASE_URL: postgres.url('postgres'), DATA_DIR: dataDir }
  const { db, pool, close } = await connect({ databaseUrl: settings.DATABASE_URL, dataDir })
  try {
    console.log(`Filling PostgreSQL with ${CUBES} cubes and ${bookings} bookings …`)
    await migrate(pool)
    await addWhoSignsIn(db)
    await seed(pool, bookings)
    const begin = async (program: string) => {
      const { child, address } = await startChild(program, settings)
      children.push(child)
      return address
    }
    const product = await begin('ours.ts')
    const bare = await begin('../cubes/baseline.ts')
    const token = await signIn(product)
    const headers = { authorization: `Bearer ${token}`, session: sessionOf(token) }

    const compared = async (key: string, name: string, request: Requested) => {
      const measured = await compareUnderLoad(product, bare, request)
      const detail = `${Math.round(measured.product.perSecond)} : ${Math.round(measured.bare.perSecond)} a second, ${measured.product.median.toFixed(1)} ms`
      return line(key, name, measured.bare.perSecond / measured.product.perSecond, detail)
    }
    await proveSame(product, bare)
    const slots = await compared('cubes.slots', 'free hours, 32 connections', { path: slotsPath, status: 200 })
    const before = await countBooked(pool)
    const path = `/api${cubes.book.path}`
    let request = 0
    const booking = await compared('cubes.booking', 'bookings, 32 connections', {
      path: () => path,
      status: 201,
      headers,
      body: (n) => (request++, bookingOf(n)),
    })
    assert.equal((await countBooked(pool)) - before, request, 'Not every booking has its hour, payment and step')
    return { name: 'cubes', title: `Cubes over HTTP on ${postgres.name}`, lines: [slots, booking] }
  } finally {
    await Promise.all(children.map(stopChild))
    await close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const slotsPath = (n: number) => {
  const { cubeId, day } = slotsOf(n)
  return `/api${cubes.slots.path}?${new URLSearchParams({ date: day, cube_id: String(cubeId) })}`
}

/** @throws when the two do not answer the same hours */
async function proveSame(product: string, bare: string) {
  const [own, bareAnswer] = [asking(product), asking(bare)]
  for (let n = 0; n < 14; n++) {
    const path = slotsPath(n)
    const [{ data: hours }, { data: expected }] = [await own(path), await bareAnswer(path)]
    assert.deepEqual(hours, expected, `${path} is answered otherwise than by the bare handler`)
  }
}

/** Bookings with all that belongs to them. */
async function countBooked(pool: { query: (sql: string) => Promise<{ rows: { n: number }[] }> }): Promise<number> {
  const { rows } = await pool.query(`
    select count(*) as n from cube_bookings b join cube_slots h on h.booking_id = b.id and h.starts_at = b.starts_at
    join cube_payments p on p.booking_id = b.id and p.kobo = b.kobo join cube_booking_steps s on s.booking_id = b.id`)
  return rows[0]!.n
}
