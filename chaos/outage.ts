import { setTimeout as sleep } from 'node:timers/promises'
import { readUntil } from './actor.ts'
import { METRICS_TOKEN, type World } from './world.ts'

/** A connection is waited for at most 10 s, a statement 35 s; and the machine is busy. */
const LIMIT_MS = 60_000
const HEALTH_MS = 15_000
/** Between two looks at how each server answers. */
const LOOKS_EVERY_MS = 5_000
/** So much more a server may hold in the end than after a third of the time, in MB. */
const MOST_GROWTH = 100
const BACK_SECONDS = 120

type Looked = { status: number; message: string; ms: number }

/**
 * Neither primary nor standby says anything for so long, while everybody goes on working. Every call is answered within its
 * limit by a sentence, health says it, memory stays, and afterwards all goes on by itself, with those who were signed in.
 */
export async function databaseOutage(
  world: World,
  seconds: number,
  account: { email: string; password: string },
  note: (fault: string) => void,
): Promise<{ seconds: number; looks: number; slowestMs: number; growth: number }> {
  const found = { seconds, looks: 0, slowestMs: 0, growth: 0 }
  const tokens = await Promise.all(world.addresses.map((address) => signIn(address, account)))
  let before: number[] | undefined
  let isDown = true
  const looking: Promise<void>[] = []
  const look = async (address: string, path: string, wanted: number, limitMs: number, init: RequestInit = {}) => {
    const { status, message, ms } = await lookAt(address, path, init)
    found.looks++
    found.slowestMs = Math.max(found.slowestMs, ms)
    // What was asked shortly before the end may be answered after it.
    const isRight = status === wanted || (!isDown && status === 200)
    if (!isRight || (status === 503 && !message))
      note(`${path} is answered ${status} ${message} while the database is away`)
    if (ms > limitMs) note(`${path} is answered after ${Math.round(ms)} ms while the database is away`)
  }
  await world.hang()
  try {
    const until = Date.now() + seconds * 1000
    const third = Date.now() + (seconds * 1000) / 3
    // A statement that was under way may still be answered by what it had.
    await sleep(LOOKS_EVERY_MS)
    while (Date.now() < until) {
      if (Date.now() > third) before ??= await Promise.all(world.addresses.map(memoryOf))
      for (const [n, address] of world.addresses.entries()) {
        const headers = { authorization: `Bearer ${tokens[n]}` }
        looking.push(
          look(address, '/api/health/live', 200, HEALTH_MS),
          look(address, '/api/health/ready', 503, HEALTH_MS),
          look(address, '/api/categories', 503, LIMIT_MS, { headers }),
          look(address, '/api/auth/login', 503, LIMIT_MS, posted(account)),
        )
      }
      await sleep(LOOKS_EVERY_MS)
    }
    const after = await Promise.all(world.addresses.map(memoryOf))
    found.growth = Math.max(...after.map((memory, n) => memory - (before ?? after)[n]!))
    if (found.growth > MOST_GROWTH) note(`A server grew by ${found.growth} MB while the database was away`)
  } finally {
    isDown = false
    await world.wake()
  }
  await Promise.all(looking)
  for (const [n, address] of world.addresses.entries()) {
    const profile = () => lookAt(address, '/api/users', { headers: { authorization: `Bearer ${tokens[n]}` } })
    const { status, message } = await readUntil(profile, (answer) => answer.status === 200, BACK_SECONDS)
    if (status !== 200) note(`Who was signed in before is answered ${status} ${message} when the database is back`)
  }
  const late = () =>
    world.query<{ n: number }>(`select count(*)::int as n from emails where state = 'pending' and due_at < now()`)
  const [{ n }] = (await readUntil(late, (rows) => rows[0]!.n === 0, BACK_SECONDS)) as [{ n: number }]
  if (n) note(`${n} emails are not sent when the database is back`)
  return found
}

async function lookAt(address: string, path: string, init: RequestInit): Promise<Looked> {
  const since = performance.now()
  try {
    const answer = await fetch(`${address}${path}`, { ...init, signal: AbortSignal.timeout(2 * LIMIT_MS) })
    const { message = '' } = (await answer.json()) as { message?: string }
    return { status: answer.status, message, ms: performance.now() - since }
  } catch (error) {
    return { status: 0, message: (error as Error).message, ms: performance.now() - since }
  }
}

const posted = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function signIn(address: string, account: object): Promise<string> {
  const answer = await fetch(`${address}/api/auth/login`, posted(account))
  const { data } = (await answer.json()) as { data: { tokens: { access_token: string } } }
  return data.tokens.access_token
}

/** In MB, by the server's own metrics. */
async function memoryOf(address: string): Promise<number> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const [, bytes] = /^process_resident_memory_bytes (\S+)/m.exec(await answer.text()) ?? []
  return Number(bytes) / 2 ** 20
}
