import { setTimeout as sleep } from 'node:timers/promises'
import { READ_AFTER } from '../src/contract/position.ts'
import type { Chance } from '../fuzz/chance.ts'
import { freshAddress, jsonOf, sender, type Answer } from '../fuzz/sender.ts'

export type ChaosRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  path: string
  /** Sent as JSON, unless it is a form. */
  body?: object
  headers?: Record<string, string>
}
/** `code`: which refusal it is, where the browser acts on it. */
export type Reply<Data> = {
  status: number
  data: Data
  message: string
  code: unknown
  headers: Record<string, unknown>
}

/** So long after everything is up again each call must have been answered. */
const TIMEOUT_MS = 120_000
const AGAIN_MS = 150

export type Client = ReturnType<typeof clientOf>

/** Calls whichever of the servers chance says, as programs behind a proxy do. */
export function clientOf(addresses: readonly string[], chance: Chance, note: (fault: string) => void) {
  const senders = addresses.map((address) => sender(address))
  const statuses = new Map<number | string, number>()
  let endsAt = Number.POSITIVE_INFINITY

  /** @returns undefined when nobody knows whether it happened */
  const once = async <Data>({ method, path, body, headers = {} }: ChaosRequest): Promise<Reply<Data> | undefined> => {
    const { payload, type } = await bytesOf(body)
    const answer: Answer = await chance.pick(senders).send({
      method,
      path,
      headers: { ...headers, ...(type && { 'content-type': type }) },
      body: payload,
      // A kept connection is that of a server which may be gone; and what is counted by address is not counted here.
      from: freshAddress(),
    })
    const { received } = answer
    const outcome = received?.status ?? answer.failed!
    statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
    const json = received && jsonOf(answer)
    // What is away is said to be.
    if (received?.status === 500)
      note(`${method} ${path} is answered 500 ${String(json?.message)} (${String(received.headers['x-request-id'])})`)
    if (!received || received.status >= 500) return undefined
    const { status, headers: replyHeaders } = received
    return { status, data: json?.data as Data, message: String(json?.message), code: json?.code, headers: replyHeaders }
  }

  /** Asks again and again until it is answered, as a program does that must know. @throws Error when it never is */
  const untilAnswered = async <Data>(request: ChaosRequest): Promise<Reply<Data>> => {
    for (;;) {
      const reply = await once<Data>(request)
      if (reply && reply.status !== 429) return reply
      if (Date.now() > endsAt + TIMEOUT_MS) throw new Error(`${request.method} ${request.path} is never answered`)
      await sleep(AGAIN_MS)
    }
  }

  return {
    once,
    untilAnswered,
    statuses: () => Object.fromEntries(statuses),
    /** From now on nothing is killed any more. */
    calm: () => void (endsAt = Date.now()),
    close: () => senders.forEach(({ close }) => close()),
  }
}

async function bytesOf(body: object | undefined): Promise<{ payload?: Buffer; type?: string }> {
  if (!body) return {}
  if (!(body instanceof FormData)) return { payload: Buffer.from(JSON.stringify(body)), type: 'application/json' }
  const form = new Response(body)
  return { payload: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type')! }
}

export type SignedIn = { tokens: { access_token: string; refresh_token: string } }
export type Person = ReturnType<typeof personOf>

/** Somebody who is signed in, signs in again when that is asked for, and is shown what they wrote. */
export function personOf(client: Client, account: { email: string; password: string }) {
  let token = ''
  let readAfter = '0'
  const signIn = async () => {
    const reply = await client.untilAnswered<SignedIn>({ method: 'POST', path: '/auth/login', body: account })
    if (reply.status !== 200) throw new Error(`${account.email} cannot sign in: ${reply.status} ${reply.message}`)
    token = reply.data.tokens.access_token
  }
  const withToken = (request: ChaosRequest): ChaosRequest => ({
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${token}`, [READ_AFTER]: readAfter },
  })
  const signedIn = async <Answered extends Reply<unknown> | undefined>(
    request: ChaosRequest,
    ask: (request: ChaosRequest) => Promise<Answered>,
  ): Promise<Answered> => {
    if (!token) await signIn()
    let reply = await ask(withToken(request))
    // Signing in confirms who one is, too.
    if (reply?.status === 401 || (reply?.status === 403 && reply.code === 'confirm')) {
      await signIn()
      reply = await ask(withToken(request))
    }
    const position = reply?.headers[READ_AFTER]
    if (typeof position === 'string' && position > readAfter) readAfter = position
    return reply
  }
  return {
    once: <Data>(request: ChaosRequest) => signedIn(request, client.once<Data>),
    untilAnswered: <Data>(request: ChaosRequest) => signedIn(request, client.untilAnswered<Data>),
  }
}
