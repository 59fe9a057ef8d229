/**
 * `npm run chaos`: two servers on a primary and a replica are worked with, while servers, PgBouncer, the replica, the
 * primary (the replica is promoted) or all at once are killed at random moments, the primary hangs or takes no more
 * connections, or the object store fails. Afterwards everything that was acknowledged must be there once, and every
 * figure must be what its rows add up to.
 *
 * Last of all the database says nothing for five minutes (`--outage 300` seconds, 0 for not at all).
 *
 * `--kills 100` so many; `--seed` repeats the order of kills; `--only "the primary"` kills nothing else; `--keep` keeps
 * the result in chaos/results. Exit code 1: something was lost, doubled or wrong.
 */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { keepResult } from '../bench/report.ts'
import { QUICK_FLAGS } from '../e2e/server.ts'
import { chanceOf } from '../fuzz/chance.ts'
import type { Actor, Stage } from './actor.ts'
import { categories } from './actors/categories.ts'
import { cubes } from './actors/cubes.ts'
import { feed } from './actors/feed.ts'
import { points } from './actors/points.ts'
import { pushes } from './actors/pushes.ts'
import { refunds } from './actors/refunds.ts'
import { signIns } from './actors/sign-ins.ts'
import { uploads } from './actors/uploads.ts'
import { vouchers } from './actors/vouchers.ts'
import { databaseOutage } from './outage.ts'
import { clientOf, personOf } from './client.ts'
import { consistencyFaults } from './invariants.ts'
import { startWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    outage: { type: 'string', default: '300' },
    keep: { type: 'boolean', default: false },
  },
})
const kills = Number(values.kills)
if (!Number.isInteger(kills) || kills < 0) throw new Error('--kills is a number from 0')
const outageSeconds = Number(values.outage)
if (!(outageSeconds >= 0)) throw new Error('--outage is a number of seconds from 0')

/** Between two kills, in ms, besides what bringing back takes. */
const BETWEEN = { least: 300, most: 4000 }
/** Between two acts of one actor. */
const THINKING = { least: 20, most: 200 }
const SUPERADMIN = { email: 'superadmin@marquee.example', password: 'marquee-demo' }
const STREAMS = ['purchases', 'refunds', 'redemptions', 'vouchers']

const since = Date.now()
console.log(`Chaos with ${kills} kills, seed ${values.seed}`)
const world = await startWorld(QUICK_FLAGS)
const faults: string[] = []
const note = (fault: string) => {
  if (!faults.includes(fault)) console.log(`  ✗ ${fault}`)
  faults.push(fault)
}
try {
  const client = clientOf(world.addresses, chanceOf(`${values.seed} client`), note)
  const boss = personOf(client, SUPERADMIN)
  const key = await boss.untilAnswered<{ secret: string }>({
    method: 'POST',
    path: '/feed-keys',
    body: { name: 'Chaos', source: 'chaos', record_types: STREAMS },
  })
  const program = { authorization: `Bearer ${key.data.secret}` }
  const stageOf = (name: string): Stage => ({
    world,
    client,
    chance: chanceOf(`${values.seed} ${name}`),
    boss: personOf(client, SUPERADMIN),
    program,
    note,
  })
  const actors: Actor[] = []
  for (const make of [signIns, categories, points, vouchers, cubes, feed, refunds, pushes, uploads])
    actors.push(await make(stageOf(make.name)))
  console.log(`  everything is up after ${Math.round((Date.now() - since) / 1000)} s`)

  const over = new AbortController()
  const working = actors.map(async ({ name, step }) => {
    const chance = chanceOf(`${values.seed} ${name} thinks`)
    while (!over.signal.aborted) {
      await step()
      await sleep(chance.int(THINKING.least, THINKING.most))
    }
  })
  const killed = await killAll()
  const outage = outageSeconds ? await databaseOutage(world, outageSeconds, SUPERADMIN, note) : undefined
  over.abort()
  client.calm()
  await Promise.all(working)
  console.log(`  killed ${counted(killed)}`)
  if (outage)
    console.log(
      `  the database away for ${outage.seconds} s: ${outage.looks} looks, the slowest answer after ${Math.round(outage.slowestMs)} ms, ${Math.round(outage.growth)} MB more`,
    )

  const acknowledged: Record<string, number> = {}
  for (const { name, verify } of actors) {
    const found = await verify()
    acknowledged[name] = found.acknowledged
    found.faults.forEach(note)
    if (!found.acknowledged) note(`Nothing of ${name} was acknowledged`)
    console.log(`  ${name}: ${found.acknowledged} acknowledged, ${found.faults.length} faults`)
  }
  for (const fault of await consistencyFaults(world)) note(fault)
  const seconds = Math.round((Date.now() - since) / 1000)
  console.log(`  answers: ${counted(client.statuses())}`)
  console.log(`${faults.length ? `${faults.length} faults` : 'Nothing is lost or doubled'} after ${seconds} s`)
  client.close()
  if (values.keep) {
    const result = {
      seed: values.seed,
      kills: killed,
      outage,
      acknowledged,
      answers: client.statuses(),
      faults,
      seconds,
    }
    keepResult(path.join(import.meta.dirname, 'results'), 'kills', result)
  }
  if (faults.length) {
    process.exitCode = 1
    world.logs().forEach((log, n) => {
      const file = path.join(tmpdir(), `marquee-chaos-server-${n + 1}.log`)
      writeFileSync(file, log)
      console.log(`  what server ${n + 1} printed: ${file}`)
    })
  }
} finally {
  await world.stop()
}
// Whatever a client keeps open ends here.
process.exit()

async function killAll() {
  const chance = chanceOf(`${values.seed} kills`)
  const names = (Object.keys(world.kills) as (keyof typeof world.kills)[]).filter(
    (name) => !values.only || name === values.only,
  )
  if (!names.length) throw new Error(`--only is one of ${Object.keys(world.kills).join(', ')}`)
  const tally: Record<string, number> = {}
  for (let n = 1; n <= kills; n++) {
    await sleep(chance.int(BETWEEN.least, BETWEEN.most))
    const name = chance.pick(names)
    await world.kills[name]!(sleep)
    tally[name] = (tally[name] ?? 0) + 1
    if (n % 10 === 0) console.log(`  ${n} kills, ${Math.round((Date.now() - since) / 1000)} s`)
  }
  await sleep(BETWEEN.most)
  return tally
}

function counted(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
