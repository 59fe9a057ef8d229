import http from 'node:http'
import type { Endpoint } from '#contract/endpoint.ts'
import { READ_AFTER } from '#contract/position.ts'
import type { Tokens } from '#contract/session.ts'
import { session } from '#features/access/session/contract.ts'
import { factors } from '#contract/factors.ts'
import type { Chance } from '../../fuzz/chance.ts'
import type { Tally } from './tally.ts'

export type Account = { email: string; password: string }
export type Requested = {
  /** What the call is counted as. */
  as: string
  call: Endpoint
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
  /** Refusals that people meet who work side by side. */
  refusals?: readonly number[]
  /** What must be so of the answer, by which some of them are checked. */
  isRight?: (data: never) => boolean
}
type Sent = { method: string; path: string; headers: Record<string, string>; body: Buffer | undefined }
type Envelope = { data?: unknown; message?: string; code?: string }
/** `envelope`: the body, where it was looked at already. */
type Answered = { status: number; body: Buffer; headers: http.IncomingHttpHeaders; envelope?: Envelope }

/** One answer in so many is checked where a caller does not need it anyway. */
const CHECKED = 10
/** A browser's to one host. */
const CONNECTIONS = 6
const GIVEN_UP_MS = 60_000

export type Browser = ReturnType<typeof browserOf>

/** Somebody's browser, at an address of this machine that is theirs alone: it signs in, stays so and confirms who they are. */
export function browserOf(
  server: string,
  from: string,
  account: Account,
  { chance, tally }: { chance: Chance; tally: Tally },
) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let tokens: Tokens | undefined
  let renewing: Promise<unknown> | undefined
  let readAfter = ''

  const send = ({ method, path, headers, body }: Sent) =>
    new Promise<Answered>((resolve, reject) => {
      const options = { agent, method, headers, localAddress: from, signal: AbortSignal.timeout(GIVEN_UP_MS) }
      http
        .request(`${server}/api${path}`, options, (response) => {
          const chunks: Buffer[] = []
          response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode!, body: Buffer.concat(chunks), headers: response.headers }),
          )
        })
        .on('error', reject)
        .end(body)
    })

  const headersOf = (more: Record<string, string> = {}) => ({
    ...(tokens && { authorization: `Bearer ${tokens.access_token}` }),
    [READ_AFTER]: readAfter || '0',
    ...more,
  })

  /** @returns undefined of what failed, which is counted; `again`: what the session wants was seen to */
  async function once(request: Requested, again = false): Promise<Answered | undefined> {
    const { as, call, body, refusals = [], isRight } = request
    const { payload, type } = await bytesOf(body)
    const headers = headersOf({ ...(type && { 'content-type': type }), ...request.headers })
    const since = performance.now()
    try {
      const received = await send({ method: call.method, path: addressOf(request), headers, body: payload })
      tally.took(as, performance.now() - since)
      const position = received.headers[READ_AFTER]
      if (typeof position === 'string' && position > readAfter) readAfter = position
      const { status } = received
      if (status < 400 && !(isRight && chance.happens(1 / CHECKED))) return received
      const envelope = jsonOf(received.body)
      if (status < 400 && !isRight!(envelope.data as never)) tally.failed(as, 'is answered, and not rightly')
      const isWrong = status >= 400 && !refusals.includes(status) && (again || !wantOf(status, envelope))
      if (isWrong) tally.failed(as, `${status} ${envelope.message ?? ''}`)
      return { ...received, envelope }
    } catch (error) {
      tally.failed(as, (error as Error).message)
    }
  }

  const open = async (request: Requested) => {
    const received = await once(request)
    if (received?.status !== 200) return false
    tokens = (jsonOf(received.body).data as { tokens: Tokens }).tokens
    return true
  }
  const signIn = async () => {
    if (!(await open({ as: 'sign in', call: session.login, body: account })))
      throw new Error(`${account.email} cannot sign in`)
  }
  const renew = async () => {
    const body = { token: tokens!.refresh_token }
    if (!(await open({ as: 'stay signed in', call: session.refresh, body }))) await signIn()
  }
  const confirm = () => once({ as: 'confirm who one is', call: factors.confirm, body: { password: account.password } })

  /** As the application does: it renews the session, and asks people to confirm who they are, and calls again. */
  const call = async (request: Requested): Promise<Answered | undefined> => {
    const answered = await once(request)
    const want = answered?.envelope && wantOf(answered.status, answered.envelope)
    if (!want) return answered
    if (want === 'renew') await (renewing ??= renew().finally(() => (renewing = undefined)))
    else await confirm()
    return once(request, true)
  }

  return {
    signIn,
    headers: headersOf,
    /** For who does not look at the answer. */
    look: async (request: Requested): Promise<void> => void (await call(request)),
    /** @returns the answer's data; undefined where it is refused or fails */
    ask: async <Data>(request: Requested): Promise<Data | undefined> => {
      const answered = await call(request)
      if (!answered || answered.status >= 400) return undefined
      return (answered.envelope ?? jsonOf(answered.body)).data as Data
    },
    leave: () => agent.destroy(),
  }
}

async function bytesOf(body: unknown): Promise<{ payload?: Buffer; type?: string }> {
  if (body === undefined) return {}
  if (!(body instanceof FormData)) return { payload: Buffer.from(JSON.stringify(body)), type: 'application/json' }
  const form = new Response(body)
  return { payload: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type')! }
}

/** What the session wants before a call is answered. */
const wantOf = (status: number, { code }: Envelope): 'renew' | 'confirm' | undefined =>
  status === 401 ? 'renew' : status === 403 && code === 'confirm' ? 'confirm' : undefined

const jsonOf = (body: Buffer): Envelope => {
  try {
    return JSON.parse(body.toString()) as Envelope
  } catch {
    return {}
  }
}

export function addressOf({ call, params = {}, query }: Pick<Requested, 'call' | 'params' | 'query'>): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return query ? `${path}?${new URLSearchParams(query as Record<string, string>)}` : path
}
