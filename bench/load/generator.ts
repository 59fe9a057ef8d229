/** Whoever asks, in a process of its own: the staff, and what goes on beside them. Told by its parent what to do, it reports what came of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { chanceOf } from '../../fuzz/chance.ts'
import { SIGN_IN } from '../served.ts'
import { readFiles, sendPushes, sendToFeed } from './alongside.ts'
import { browserOf, type Account } from './browser.ts'
import { actionOf, type Ground } from './desk.ts'
import { ROLES } from './roles/index.ts'
import { tallying, type Tallied } from './tally.ts'

/** What goes on beside the staff's work; the schedule is the parent's to ask for. */
export const ALONGSIDE = ['file', 'push', 'sync', 'feed'] as const

export type Order = {
  server: string
  accounts: Account[]
  ground: Ground
  feedKey: string
  /** Lines a second of both senders together. */
  feed: number
  seed: number
  without: string[]
  /** Until all have begun, which is not counted, and how long is counted then. */
  rampMs: number
  ms: number
}
export type Report = Tallied & {
  files: { files: number; rows: number; bytes: number } | undefined
  pushes: { pushes: number; devices: number } | undefined
  fed: number
  /** Of this process, in ms of a core. */
  cpu: number
}

/** What staff do between two acts, in ms. */
const THINKING = { least: 1000, most: 3000 }
const SENDERS = 2

/** An address of its own for each, in networks of their own. */
const addressOf = (n: number) => `127.${1 + Math.floor(n / 200)}.${1 + (n % 200)}.7`

async function work({ server, accounts, ground, feedKey, feed, seed, without, rampMs, ms }: Order): Promise<Report> {
  const tally = tallying()
  const over = new AbortController()
  const context = { server, tally, signal: over.signal }
  const bossOf = (n: number) =>
    browserOf(server, addressOf(accounts.length + n), SIGN_IN, { chance: chanceOf(`${seed} boss ${n}`), tally })

  const staff = accounts.map(async (account, n) => {
    const chance = chanceOf(`${seed} staff ${n}`)
    const role = ROLES[n % ROLES.length]!
    const browser = browserOf(server, addressOf(n), account, { chance, tally })
    await sleep((rampMs * n) / accounts.length)
    await browser.signIn()
    while (!over.signal.aborted) {
      await sleep(chance.int(THINKING.least, THINKING.most))
      if (over.signal.aborted) break
      try {
        await actionOf(role, chance)({ browser, chance, ground })
      } catch (error) {
        tally.failed(role.name, (error as Error).message)
      }
    }
    browser.leave()
  })
  const pusher = bossOf(1)
  await pusher.signIn()
  const has = (name: (typeof ALONGSIDE)[number]) => !without.includes(name)
  const files = has('file') ? readFiles(context, bossOf(0)) : undefined
  const pushes = has('push') ? sendPushes(context, pusher, chanceOf(`${seed} ${Date.now()}`)) : undefined
  const senders = Array.from({ length: has('feed') ? SENDERS : 0 }, (_, n) =>
    sendToFeed(context, feedKey, `load${n}`, Math.round(feed / SENDERS), ground.sizes),
  )
  await sleep(rampMs)
  tally.begin()
  process.send!('begun')
  const { user, system } = process.cpuUsage()
  await sleep(ms)
  over.abort()
  const used = process.cpuUsage()
  await Promise.all(staff)
  const fed = (await Promise.all(senders)).reduce((sum, lines) => sum + lines, 0)
  const cpu = (used.user + used.system - user - system) / 1000
  return { ...tally.tallied(), files: await files, pushes: await pushes, fed, cpu }
}

process.once('message', async (order: Order) => {
  process.send!(await work(order), () => process.exit(0))
})
