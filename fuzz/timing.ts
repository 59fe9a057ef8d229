/**
 * Whether the time of an answer tells who has an account. Tries of each kind are mixed by chance and sent one after the
 * other, each from an address of its own, as an attacker beside the server would; then the ranks of their times are
 * compared (Mann and Whitney), kind by kind.
 */
import { callersSetup } from './callers.ts'
import { chanceOf } from './chance.ts'
import { onDemo } from './demo.ts'
import { keep } from './report.ts'
import { freshAddress, sender, type Send } from './sender.ts'
import { rankTest } from './rank-test.ts'

/** Addresses of each kind: what is counted by account must not be full before all tries are made. */
const ADDRESSES = 60
/** Tries that are not counted: a server's first ones are slower. */
const WARMING_UP = 60
/** How far ranks lie apart by chance less than once in a thousand runs, of four comparisons. */
const Z_MOST = 3.7

type Question = { name: string; path: string; status: number; kinds: Record<string, (n: number) => object> }
type Compared = { question: string; kinds: [string, string]; medianMs: [number, number]; guessed: number; z: number }

const GUESS = 'a guess at a password'
const address = (kind: string, n: number) => `${kind}-${n}@fuzz-timing.example`

const questions: Question[] = [
  {
    name: 'sign-in',
    path: '/auth/login',
    status: 401,
    kinds: {
      'an address that nobody has': (n) => ({ email: address('anonymous', n), password: GUESS }),
      'an account without a password': (n) => ({ email: address('invited', n), password: GUESS }),
      'a wrong password': (n) => ({ email: address('member', n), password: GUESS }),
    },
  },
  {
    name: 'reset link',
    path: '/auth/forgot-password',
    status: 200,
    kinds: {
      'an address that nobody has': (n) => ({ email: address('anonymous', n) }),
      'an account': (n) => ({ email: address('member', n) }),
    },
  },
]

/** @param tries of each kind @returns whether no two kinds can be told apart */
export async function measureTiming(tries: number, seed: string, keepsDatabase: boolean): Promise<boolean> {
  const compared = await onDemo([], {}, async (server) => {
    const { send, close } = sender(server.address)
    await addAccounts(send)
    const all: Compared[] = []
    for (const question of questions) all.push(...compare(question, await timesOf(send, question, tries, seed)))
    close()
    return all
  })
  for (const { question, kinds, medianMs, guessed, z } of compared)
    console.log(
      `  ${question}: ${kinds[0]} ${medianMs[0].toFixed(1)} ms, ${kinds[1]} ${medianMs[1].toFixed(1)} ms (medians); the slower one of two is guessed right ${(guessed * 100).toFixed(1)} % of the time, z ${z.toFixed(2)}: ${Math.abs(z) <= Z_MOST ? 'cannot be told apart' : 'CAN BE TOLD APART'}`,
    )
  if (keepsDatabase) keep('timing', { seed, tries, zMost: Z_MOST, compared })
  return compared.every(({ z }) => Math.abs(z) <= Z_MOST)
}

async function addAccounts(send: Send) {
  const { post } = await callersSetup(send)
  for (let n = 0; n < ADDRESSES; n++) {
    const about = { mobile: '08031234567', userType: 'ADMIN', first_name: 'Timed', last_name: 'Person' }
    await post('/admin/create-admin', { ...about, email: address('invited', n) })
    await post('/admin/create-admin', { ...about, email: address('member', n), password: 'cinemas by the lagoon' })
  }
}

async function timesOf(send: Send, { name, path, status, kinds }: Question, tries: number, seed: string) {
  const chance = chanceOf(`${seed} ${name}`)
  const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]))
  const order = Object.keys(kinds)
    .flatMap((kind) => Array<string>(tries).fill(kind))
    .map((kind) => ({ kind, at: chance.next() }))
    .toSorted((one, other) => one.at - other.at)
  const warming = Array.from({ length: WARMING_UP }, () => order[chance.int(0, order.length - 1)]!)
  for (const [n, { kind }] of [...warming, ...order].entries()) {
    const body = Buffer.from(JSON.stringify(kinds[kind]!(chance.int(0, ADDRESSES - 1))))
    const headers = { 'content-type': 'application/json' }
    const { ms, received } = await send({ method: 'POST', path, headers, body, from: freshAddress() })
    if (received?.status !== status)
      throw new Error(`${name} of ${kind} answers ${received?.status}: ${received?.body}`)
    if (n >= WARMING_UP) times.get(kind)!.push(ms)
  }
  return times
}

function compare({ name }: Question, times: Map<string, number[]>): Compared[] {
  const kinds = [...times.keys()]
  return kinds.flatMap((one, at) =>
    kinds.slice(at + 1).map((other): Compared => {
      const [a, b] = [times.get(one)!, times.get(other)!]
      return { question: name, kinds: [one, other], medianMs: [median(a), median(b)], ...rankTest(a, b) }
    }),
  )
}

const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!
