import { callersOf, makeCallers, type CallerName, type Callers } from './callers.ts'
import { chanceOf } from './chance.ts'
import { asksToConfirm, faultsOf, isSlow } from './checks.ts'
import { readDocument, type Operation } from './document.ts'
import { knowing } from './known.ts'
import type { Findings } from './report.ts'
import { makeRequest, type Request } from './requests.ts'
import { freshAddress, jsonOf, type Answer, type Send } from './sender.ts'
import { sampling } from './values.ts'

export type Plan = {
  seed: string
  /** Requests to each operation, shared by its callers. */
  perOp: number
  /** Only operations whose id begins so, or so: with commas between. */
  only?: string | undefined
  /** No operation is begun later, in ms since the epoch. */
  until: number
}

/** Callers of the API and what is known of it: enough to send requests and to judge the answers. */
export type Campaign = {
  operations: readonly Operation[]
  /** Asks every read once, so that real values are known. */
  learn: () => Promise<void>
  /** @returns how many requests were sent, and the statuses that came back */
  attack: (operation: Operation) => Promise<Map<string, number>>
  /** Sends one request and judges the answer. */
  judge: (operation: Operation, request: Request) => Promise<Answer>
}

const AT_ONCE = 2
/** So many slow answers of an operation are asked for again. */
const AGAIN = 3

export async function campaign(send: Send, plan: Plan, findings: Findings): Promise<Campaign> {
  const written = await send({ method: 'GET', path: '/openapi.json' })
  const { operations, fits } = readDocument(String(written.received?.body))
  const callers = await makeCallers(send)
  const known = knowing(chanceOf(`${plan.seed} known`), callers.isOwn)
  const callOf = ({ method, path }: Operation) => `${method} ${path}`

  const judge = async (operation: Operation, request: Request) => {
    const answer = await sendAs(send, callers, operation, request)
    for (const fault of faultsOf(fits, operation, request, answer)) findings.note(fault, callOf(operation), request)
    if (request.caller === 'superadmin' && answer.received?.status === 200 && !answer.received.isTruncated)
      known.learn(jsonOf(answer)?.data, operation.tag)
    return answer
  }
  const making = (operation: Operation, caller: CallerName, n: number) => {
    const chance = chanceOf(`${plan.seed} ${operation.operationId} ${caller} ${n}`)
    const { protectedIds } = callers
    return makeRequest(
      { chance, sample: sampling(chance, known, fits), known, operations, protectedIds },
      operation,
      caller,
    )
  }

  const attack = async (operation: Operation) => {
    await callers.ready()
    const tally = new Map<string, number>()
    const slow: Request[] = []
    const names = callersOf(operation)
    let n = 0
    const worker = async () => {
      while (n < plan.perOp) {
        const request = making(operation, names[n % names.length]!, n++)
        const answer = await judge(operation, request)
        const outcome = String(answer.received?.status ?? answer.failed)
        tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
        if (isSlow(operation, answer)) slow.push(request)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    // A machine that does much else at the same time is slow with anything: what counts is slow again, alone.
    for (const request of slow.slice(0, AGAIN)) {
      const again = await sendAs(send, callers, operation, request)
      if (isSlow(operation, again))
        findings.note({ kind: 'slow', reason: `took ${Math.round(again.ms)} ms, alone` }, callOf(operation), request)
    }
    const alive = await send({ method: 'GET', path: '/health/live' })
    if (alive.received?.status !== 200)
      findings.note({ kind: 'broken', reason: 'the server answers no more after this' }, callOf(operation))
    return tally
  }

  const learn = async () => {
    const reads = operations.filter(({ method }) => method === 'GET')
    // First those that lead to records, then those of one record.
    const [ofRecord, lists] = [true, false].map((isOne) => reads.filter(({ path }) => path.includes('{') === isOne))
    for (const operation of [...lists!, ...ofRecord!]) await judge(operation, making(operation, 'superadmin', -1))
  }
  const beginnings = (plan.only ?? '').split(',')
  const wanted = operations.filter(({ operationId }) => beginnings.some((one) => operationId.startsWith(one)))
  return { operations: wanted.toSorted((one, other) => rank(one) - rank(other)), learn, attack, judge }
}

/** What takes people and accounts away comes last, reads come first. */
const DESTRUCTIVE = /erase|merge|remove|retire|revoke|forget|logout|^admins\.|^roles\./
const rank = ({ method, operationId }: Operation) => (method === 'GET' ? 0 : DESTRUCTIVE.test(operationId) ? 2 : 1)

/** Sends with the caller's credential; whoever is signed out meanwhile, or asked to confirm, does it and goes on. */
async function sendAs(send: Send, callers: Callers, operation: Operation, request: Request): Promise<Answer> {
  const { caller } = request
  const once = () =>
    send({
      ...request,
      headers: { ...callers.headersOf(caller), ...request.headers },
      // What anybody may call is counted by address.
      from: operation.permission === 'public' ? freshAddress() : undefined,
    })
  const answer = await once()
  if (caller === 'superadmin' && asksToConfirm(answer)) {
    await callers.confirm()
    return once()
  }
  const isSignedOut = answer.received?.status === 401 && (caller === 'superadmin' || caller === 'restricted')
  if (!isSignedOut || operation.permission === 'public') return answer
  await callers.renew(caller)
  return once()
}
