import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { administer } from '#server/test/database.ts'
import { startPostgres } from '#server/test/postgres.ts'
import { asking, compare, type Ask } from '../http/calls.ts'
import { addWhoSeesCinemas, addWhoSignsIn, type Place } from '../http/database.ts'
import { signIn, startChild, stopChild } from '../http/index.ts'
import { fact, line, type Line, type Part } from '../report.ts'
import { sessionOf } from '../session.ts'
import { cases, casesAt, PLACES } from './cases.ts'
import { seed } from './seed.ts'

/** `scoped`: the same server, as somebody whose role is for these cinemas. */
type Served = { product: Ask; bare: Ask; barest: Ask; scoped: Record<string, Ask> }

const emailOf = (place: string) => `${place.replaceAll(' ', '-')}@marquee.example`

/** Every call of the figures against the bare SQL over the same roll-ups, with fewer and with more purchases. */
export async function measureAnalytics(fewer: number, more: number): Promise<Part> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const postgres = await startPostgres()
  const children: ChildProcess[] = []
  const lines: Line[] = []
  const urlOf = (count: number) => postgres.url(`purchases_${count}`)
  const filled = async (count: number) => {
    console.log(`Filling PostgreSQL with ${count} purchases …`)
    const since = performance.now()
    await administer(postgres.url('postgres'), `create database purchases_${count}`)
    await fill(urlOf(count), dataDir, count)
    lines.push(fact(`filled with ${count} purchases`, (performance.now() - since) / 1000, 's'))
  }
  const serve = async (count: number): Promise<Served> => {
    const place: Place = { DATABASE_URL: urlOf(count), DATA_DIR: dataDir }
    const begin = async (program: string) => {
      const { child, address } = await startChild(program, place)
      children.push(child)
      return address
    }
    const product = await begin('ours.ts')
    const bare = await begin('../analytics/baseline.ts')
    const token = await signIn(product)
    const session = sessionOf(token)
    const scoped: Record<string, Ask> = {}
    for (const place of Object.keys(PLACES)) scoped[place] = asking(product, await signIn(product, emailOf(place)))
    return { product: asking(product, token), bare: asking(bare, undefined, { session }), barest: asking(bare), scoped }
  }
  try {
    // Both before anybody signs in: filling may take longer than a session.
    for (const count of [fewer, more]) await filled(count)
    const [few, many] = [await serve(fewer), await serve(more)]
    for (const { name, path: call } of cases()) {
      const days = /start_date=2/.test(call) ? ` ${daysIn(call)} days` : ''
      for (const [count, { product, bare, barest }] of [
        [fewer, few],
        [more, many],
      ] as const) {
        const measured = await compare(product, bare, call)
        const { bare: alone } = await compare(product, barest, call)
        const detail = `${measured.product.toFixed(2)} ms : ${measured.bare.toFixed(2)} ms (${alone.toFixed(2)} ms without the session)`
        lines.push(line('analytics.ratio', `${name}${days}, ${count}`, measured.product / measured.bare, detail))
      }
      const grown = await compare(many.product, few.product, call)
      const detail = `${grown.product.toFixed(2)} ms : ${grown.bare.toFixed(2)} ms`
      lines.push(line('analytics.growth', `${name}${days}, growth`, grown.product / grown.bare, detail))
    }
    for (const [place, cinemas] of Object.entries(PLACES))
      for (const { name, path: call } of casesAt(cinemas)) {
        const days = /start_date=2/.test(call) ? ` ${daysIn(call)} days` : ''
        for (const [count, { product, bare, scoped }] of [
          [fewer, few],
          [more, many],
        ] as const) {
          const chosen = await compare(product, bare, call)
          const detail = `${chosen.product.toFixed(2)} ms : ${chosen.bare.toFixed(2)} ms`
          lines.push(line('analytics.ratio', `${name}${days} ${place}, ${count}`, chosen.product / chosen.bare, detail))
          const own = await compare(scoped[place]!, product, call)
          const both = `${own.product.toFixed(2)} ms : ${own.bare.toFixed(2)} ms`
          lines.push(
            line('analytics.scoped', `${name}${days} ${place} by a role, ${count}`, own.product / own.bare, both),
          )
        }
        const grown = await compare(many.product, few.product, call)
        const detail = `${grown.product.toFixed(2)} ms : ${grown.bare.toFixed(2)} ms`
        lines.push(line('analytics.growth', `${name}${days} ${place}, growth`, grown.product / grown.bare, detail))
      }
    return { name: 'analytics', title: `Figures over HTTP on ${postgres.name}`, lines }
  } finally {
    await Promise.all(children.map(stopChild))
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fill(databaseUrl: string, dataDir: string, count: number) {
  const database = await connect({ databaseUrl, dataDir })
  try {
    await migrate(database.pool)
    await addWhoSignsIn(database.db)
    for (const [place, cinemas] of Object.entries(PLACES)) await addWhoSeesCinemas(database.db, emailOf(place), cinemas)
  } finally {
    await database.close()
  }
  await seed(databaseUrl, count)
}

function daysIn(call: string) {
  const query = new URLSearchParams(call.slice(call.indexOf('?')))
  return (Date.parse(query.get('end_date')!) - Date.parse(query.get('start_date')!)) / 86_400_000 + 1
}
