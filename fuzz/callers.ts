import { setTimeout as sleep } from 'node:timers/promises'
import { permissions } from '#contract/permissions.ts'
import type { Operation } from './document.ts'
import type { ProtectedIds } from './requests.ts'
import { freshAddress, jsonOf, type Answer, type Send } from './sender.ts'

export type CallerName = 'superadmin' | 'restricted' | 'token' | 'feed' | 'anonymous'

/** Everybody who calls, with what they call with. */
export type Callers = {
  headersOf: (name: CallerName) => Record<string, string>
  /** Signs in again whoever does that; who did so too often stays signed out. */
  renew: (name: CallerName) => Promise<void>
  /** Waits until whoever stayed signed out may sign in, and is signed in. */
  ready: () => Promise<void>
  /** Confirms that the superadmin is it. */
  confirm: () => Promise<void>
  protectedIds: ProtectedIds
  /** Whether a value of an answer is one of theirs. */
  isOwn: (value: unknown) => boolean
}

/** Who calls an operation, each as often: of programs with a feed key only what is for them. */
export const callersOf = ({ permission }: Pick<Operation, 'permission'>): readonly CallerName[] => [
  'superadmin',
  'restricted',
  'token',
  'anonymous',
  ...(permission === 'feed' ? (['feed'] as const) : []),
]

/** What the restricted role is given, and the token of that role: every second permission. */
const GIVEN = permissions.filter((_, n) => n % 2 === 0)
/** Who may change or export an area may see it. */
const ALLOWED: ReadonlySet<string> = new Set(GIVEN.flatMap((one) => [one, one.replace(/:.*/, ':read')]))

/** The rule of who may call what (docs/api.md), as the fuzzer holds the server to it. */
export function canCall(caller: CallerName, permission: Operation['permission']): boolean {
  if (permission === 'public') return true
  if (permission === 'feed' || caller === 'feed') return permission === caller
  if (caller === 'anonymous') return false
  if (caller === 'superadmin' || permission === 'session') return true
  if (permission === 'person') return caller === 'restricted'
  return [permission].flat().every((one) => ALLOWED.has(one))
}

/** A sign-in that was refused for being one too many, and how long the next has to wait. */
class TooSoon extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super(`Signed in too often: the next may come in ${seconds} s`)
    this.seconds = seconds
  }
}

const PASSWORD = 'fuzzing cinemas all night'
const DEMO = { email: 'superadmin@marquee.example', password: 'marquee-demo' }
// oxfmt-ignore
const STREAMS = [
  'customers', 'subscriptions', 'purchases', 'refunds', 'corrections', 'redemptions', 'visits', 'reviews',
  'errors', 'devices', 'vouchers',
]

/** What makes callers: posts as the demo's superadmin unless other headers are given. @throws Error when it is refused */
export async function callersSetup(send: Send) {
  let demo: Record<string, string> = {}
  const post = async (path: string, body: unknown, headers = demo) => {
    const json = { ...headers, 'content-type': 'application/json' }
    const answer = await send({
      method: 'POST',
      path,
      headers: json,
      body: Buffer.from(JSON.stringify(body)),
      from: freshAddress(),
    })
    const wait = answer.received?.status === 429 && answer.received.headers['retry-after']
    if (wait) throw new TooSoon(Number(wait))
    return dataOf(answer, path)
  }
  const signIn = async (account: { email: string; password: string }) => {
    const { tokens } = (await post('/auth/login', account)) as { tokens: { access_token: string } }
    return { authorization: `Bearer ${tokens.access_token}` }
  }
  demo = await signIn(DEMO)
  return { post, signIn }
}

/** Makes the callers on a demo that nobody else uses. @throws Error when one cannot be made */
export async function makeCallers(send: Send): Promise<Callers> {
  const { post, signIn } = await callersSetup(send)
  const makeRole = async (name: string, allowed: readonly string[]) =>
    idOf(await post('/roles', { name, permissions: allowed }))
  const everything = await makeRole('Fuzz everything', ['*'])
  const some = await makeRole('Fuzz some', GIVEN)
  const makeAdmin = async (name: string, userType: string, roleId: number) => {
    const account = { email: `${name}@fuzz-own.example`, password: PASSWORD }
    const about = { ...account, mobile: '08031234567', userType, first_name: 'Fuzz', last_name: name, roleId }
    return { account, id: idOf(await post('/admin/create-admin', about)) }
  }
  const superadmin = await makeAdmin('superadmin', 'SUPERADMIN', everything)
  const restricted = await makeAdmin('restricted', 'ADMIN', some)
  const token = await post('/service-tokens', { name: 'fuzz', roleId: some, days: 30 })
  const key = await post('/feed-keys', { name: 'fuzz', source: 'fuzz', record_types: STREAMS })

  const people = { superadmin: superadmin.account, restricted: restricted.account }
  const headers: Record<CallerName, Record<string, string>> = {
    superadmin: await signIn(people.superadmin),
    restricted: await signIn(people.restricted),
    token: { authorization: `Bearer ${String(token.secret)}` },
    feed: { authorization: `Bearer ${String(key.secret)}` },
    anonymous: {},
  }
  const renewing = new Map<CallerName, Promise<void>>()
  /** From when on those who signed in too often may again, in ms since the epoch. */
  const limited = new Map<CallerName, number>()
  const renew = async (name: CallerName) => {
    if ((name !== 'superadmin' && name !== 'restricted') || Date.now() < (limited.get(name) ?? 0)) return
    const again = renewing.get(name) ?? signInAgain(name)
    renewing.set(name, again)
    await again.finally(() => renewing.delete(name))
  }
  const signInAgain = async (name: keyof typeof people) => {
    try {
      headers[name] = await signIn(people[name])
      limited.delete(name)
    } catch (error) {
      if (!(error instanceof TooSoon)) throw error
      limited.set(name, Date.now() + error.seconds * 1000)
    }
  }
  const ready = async () => {
    for (const [name, from] of limited) {
      await sleep(from - Date.now())
      await renew(name)
    }
  }
  return {
    headersOf: (name) => headers[name],
    renew,
    ready,
    confirm: async () => {
      try {
        await post('/auth/confirm', { password: PASSWORD }, headers.superadmin)
      } catch {
        // Who guessed too often waits; a sign-in confirms as well.
        await renew('superadmin')
      }
    },
    protectedIds: new Map([
      ['admins', new Set([superadmin.id, restricted.id])],
      ['roles', new Set([everything, some])],
      ['service-tokens', new Set([idOf(token.token)])],
      ['feed', new Set([idOf(key.key)])],
    ]),
    isOwn: (value) => typeof value === 'string' && value.endsWith('@fuzz-own.example'),
  }
}

function dataOf(answer: Answer, path: string): Record<string, unknown> {
  const body = jsonOf(answer)
  const status = answer.received?.status ?? 0
  if (status < 200 || status > 299)
    throw new Error(`${path} answers ${status || answer.failed} ${JSON.stringify(body ?? answer.reason)}`)
  return (body?.data ?? {}) as Record<string, unknown>
}

const idOf = (record: unknown) => (record as { id: number }).id
