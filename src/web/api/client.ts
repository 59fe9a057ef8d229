import type { Endpoint, Input, Output, Schema } from '#contract/endpoint.ts'
import { sessionCalls } from '#contract/session.ts'
import { config } from '../config.ts'
import { addressOf, type AddressParts } from './address.ts'
import { askForReason } from './approval.ts'
import { takeEarlyData } from './early.ts'
import { failureOf } from './failure.ts'
import { refreshGate } from './refresh.ts'
import { send, type Sending } from './send.ts'
import { askToConfirm } from './reauthentication.ts'
import { endSession, freshSession, getSession, renewSession } from './store.ts'
import { isSpent, oneTabAtATime, pause, spend } from './tabs.ts'

export { ApiFailure } from './failure.ts'

type Part<K extends string, S> = S extends Schema
  ? {} extends Input<S>
    ? { [P in K]?: Input<S> }
    : { [P in K]: Input<S> }
  : unknown

/** Arguments of a read: path parameters and query, as the contract names them. */
export type ReadArgs<E extends Endpoint> = Part<'params', E['params']> & Part<'query', E['query']>
/** Arguments of a call. */
export type CallArgs<E extends Endpoint> = ReadArgs<E> &
  (E['files'] extends true ? { body: FormData } : Part<'body', E['body']>)
type More = Pick<Sending, 'signal' | 'idempotencyKey'>
/** Makes the second argument optional where nothing in it is required. */
export type Given<A> = {} extends A ? [args?: A & More] : [args: A & More]

export type Data<E extends Endpoint> = Output<E['reply']>
/** Reply of a call. An approval request (202) has no data, because nothing happened yet. */
export type Answer<E extends Endpoint> = { data: Data<E>; message?: string; isApprovalRequested?: true }

const renewed = refreshGate({
  read: freshSession,
  renew: renewSession,
  end: () => void endSession('expired'),
  refresh: async (refreshToken) => {
    const response = await send(sessionCalls.refresh, '', { body: { token: refreshToken } })
    if (!response.ok) throw await failureOf(response)
    const { data } = (await response.json()) as Answer<typeof sessionCalls.refresh>
    return { jwt: data.tokens.access_token, refreshToken: data.tokens.refresh_token }
  },
  lock: oneTabAtATime,
  spend,
  isSpent,
  pause,
})

/**
 * Runs a request with the session's token, and once more with a new one after a 401 (core 8).
 * @param run makes the request and returns its status with the caller's data
 */
export async function withSession<R extends { status: number }>(
  row: Endpoint,
  run: (token: string) => Promise<R>,
): Promise<R> {
  const { jwt } = getSession()
  const first = await run(jwt)
  if (first.status !== 401 || row.permission === 'public') return first
  const next = await renewed(jwt)
  if (!next) return first
  const second = await run(next)
  if (second.status === 401) endSession('expired')
  return second
}

/**
 * Makes a request and returns the successful response. Asks for confirmation or for an approval reason where required,
 * then repeats the request.
 * @throws ApiFailure for other failures; AbortError when stopped
 */
export async function request(row: Endpoint, sending: Sending = {}): Promise<Response> {
  const response = await withSession(row, (token) => send(row, token, sending))
  if (response.ok) return response
  const failure = await failureOf(response)
  const { code } = failure.problem
  if (code === 'confirm' && (await askToConfirm())) return request(row, sending)
  const reason = code === 'approval' ? await askForReason(failure) : undefined
  if (reason === undefined) throw failure
  return request(row, { ...sending, reason })
}

/** `call` without the contract's types, for code that passes arguments on. */
export const callWith = async <E extends Endpoint>(row: E, sending: Sending): Promise<Answer<E>> => {
  const response = await request(row, sending)
  const answer = (await response.json()) as Answer<E>
  return response.status === 202 ? { ...answer, isApprovalRequested: true } : answer
}

/** Returns the data of an early read once, if already received. */
export const earlyData = (row: Endpoint, args: AddressParts): unknown =>
  takeEarlyData(addressOf(config.api, row.path, args), getSession().jwt)

/**
 * Makes a call of the contract.
 * @throws ApiFailure
 */
export const call = <E extends Endpoint>(row: E, ...[args]: Given<CallArgs<E>>): Promise<Answer<E>> =>
  callWith(row, (args ?? {}) as Sending)
