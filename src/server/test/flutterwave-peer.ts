import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { fail, peer, type Peer, type PeerFault } from './peer.ts'

export const FLUTTERWAVE_KEY = 'FLWSECK_TEST-of-the-peer-X'
export const FLUTTERWAVE_HASH = 'webhook-hash-of-the-peer'

/** Tokens that the peer accepts. */
export const TOKENS = {
  good: 'flw-t1nf-good-m03k',
  declined: 'flw-t1nf-declined-m03k',
  confirms: 'flw-t1nf-confirms-m03k',
} as const

/** The relevant fields of a transaction at Flutterwave. */
export type Transaction = {
  id: number
  tx_ref: string
  status: 'successful' | 'failed' | 'pending'
  amount: number
  currency: string
  processor_response: string
  created_at: string
  customer: { email: string }
  card?: Record<string, string>
  meta?: unknown
  refunded?: number
}

/** A refund in Flutterwave's list. */
type ListedRefund = {
  id: number
  tx_id: number
  amount_refunded: number
  status: string
  comments: string
  created_at: string
}

export type FlutterwavePeer = Peer & {
  settings: { secretKey: string; webhookHash: string; url: string }
  /** Transactions by reference. The next answer reflects a test's changes. */
  transactions: Map<string, Transaction>
  /** Requests to charge a card. */
  charges: Record<string, unknown>[]
  /** Charges, and then fails in place of an answer; in order. */
  afterCharge: PeerFault[]
  refunds: ListedRefund[]
  /** The initial state of refunds. */
  refundStatus: string
  /** Refunds, and then fails in place of an answer; in order. */
  afterRefund: PeerFault[]
  /** Called for a charge before its answer. */
  onCharge: (transaction: Transaction) => Promise<void> | void
  /** Adds a transaction of the shop with its card. */
  add: (transaction: Partial<Transaction> & { tx_ref: string }) => Transaction
}

/** Returns Flutterwave's webhook for a transaction. */
export const webhookOf = ({ id, tx_ref, status, amount }: Transaction) => ({
  event: 'charge.completed',
  data: { id, tx_ref, status, amount, currency: 'NGN' },
})

export const cardOf = (token: string) => ({
  first_6digits: '408408',
  last_4digits: '4081',
  issuer: 'A BANK CREDIT',
  country: 'NG',
  type: 'VISA',
  token,
  expiry: '09/32',
})

/** Runs Flutterwave v3 on this machine. */
export async function flutterwavePeer(): Promise<FlutterwavePeer> {
  const outside = await peer((request, response) => answer(self, request, response))
  const self: FlutterwavePeer = Object.assign(outside, {
    settings: { secretKey: FLUTTERWAVE_KEY, webhookHash: FLUTTERWAVE_HASH, url: `${outside.url}/v3` },
    transactions: new Map<string, Transaction>(),
    charges: [],
    afterCharge: [],
    refunds: [],
    refundStatus: 'completed',
    afterRefund: [],
    onCharge: () => {},
    add: (given: Partial<Transaction> & { tx_ref: string }) => {
      const transaction: Transaction = {
        id: 5_000_001 + self.transactions.size,
        status: 'successful',
        amount: 0,
        currency: 'NGN',
        processor_response: 'Approved',
        created_at: '2026-11-21T09:00:00.000Z',
        customer: { email: '' },
        ...given,
      }
      self.transactions.set(given.tx_ref, transaction)
      return transaction
    },
  })
  return self
}

async function answer(self: FlutterwavePeer, request: IncomingMessage, response: ServerResponse) {
  const send = (status: number, body: object) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const refuse = (message: string, status = 400) => send(status, { status: 'error', message, data: null })
  if (request.headers.authorization !== `Bearer ${FLUTTERWAVE_KEY}`) return refuse('Invalid authorization key', 401)
  const { pathname, searchParams } = new URL(request.url!, self.url)
  const body = request.method === 'POST' ? (JSON.parse(await text(request)) as Record<string, unknown>) : {}

  if (`${request.method} ${pathname}` === 'POST /v3/tokenized-charges')
    return charge(self, body, response, send, refuse)
  if (`${request.method} ${pathname}` === 'GET /v3/transactions/verify_by_reference') {
    const found = self.transactions.get(searchParams.get('tx_ref') ?? '')
    if (!found) return refuse('No transaction was found for this id')
    return send(200, { status: 'success', message: 'Transaction fetched successfully', data: found })
  }
  if (pathname === '/v3/banks/NG') return send(200, { status: 'success', message: '', data: [{ code: '044' }, {}] })
  const inDays = ({ created_at }: { created_at: string }) =>
    created_at.slice(0, 10) >= searchParams.get('from')! && created_at.slice(0, 10) <= searchParams.get('to')!
  if (`${request.method} ${pathname}` === 'GET /v3/transactions')
    return page([...self.transactions.values()].filter(inDays), searchParams, send)
  if (`${request.method} ${pathname}` === 'GET /v3/refunds')
    return page(self.refunds.filter(inDays), searchParams, send)
  const refunded = /^\/v3\/transactions\/(\d+)\/refund$/.exec(pathname)?.[1]
  if (request.method === 'POST' && refunded) return refund(self, Number(refunded), body, response, send, refuse)
  refuse(`Cannot ${request.method} ${pathname}`, 404)
}

type Send = (status: number, body: object) => void
type Refuse = (message: string, status?: number) => void

async function charge(
  self: FlutterwavePeer,
  body: Record<string, unknown>,
  response: ServerResponse,
  send: Send,
  refuse: Refuse,
) {
  self.charges.push(body)
  const { token, tx_ref, amount, currency, email } = body as Record<string, string>
  if (currency !== 'NGN' || body.country !== 'NG') return refuse('currency is not supported')
  if (token === TOKENS.declined) return refuse('Insufficient Funds')
  if (token !== TOKENS.good && token !== TOKENS.confirms) return refuse('Wrong token or email passed')
  if (self.transactions.has(tx_ref!)) return refuse('Duplicate transaction reference')
  const waits = token === TOKENS.confirms
  const made = self.add({
    tx_ref: tx_ref!,
    amount: Number(amount),
    customer: { email: email! },
    ...(waits && {
      status: 'pending',
      processor_response: 'Pending validation',
      meta: { authorization: { mode: 'redirect', redirect: 'https://bank.example/3ds?id=1' } },
    }),
    card: cardOf(token),
  })
  await self.onCharge(made)
  const fault = self.afterCharge.shift()
  if (fault) return fail(fault, response)
  send(200, { status: 'success', message: waits ? 'Charge initiated' : 'Charge successful', data: made })
}

/** Rows of a page. */
const PAGE = 3

function page(all: readonly object[], query: URLSearchParams, send: Send) {
  const current = Number(query.get('page') ?? 1)
  const page_info = { total: all.length, current_page: current, total_pages: Math.ceil(all.length / PAGE) }
  const data = all.slice((current - 1) * PAGE, current * PAGE)
  send(200, { status: 'success', message: 'Fetched', meta: { page_info }, data })
}

function refund(
  self: FlutterwavePeer,
  id: number,
  body: Record<string, unknown>,
  response: ServerResponse,
  send: Send,
  refuse: Refuse,
) {
  const paid = [...self.transactions.values()].find((transaction) => transaction.id === id)
  if (!paid || paid.status !== 'successful') return refuse('No transaction was found to refund')
  const rest = paid.amount - (paid.refunded ?? 0)
  const amount = Number(body.amount ?? rest)
  if (amount <= 0 || amount > rest) return refuse('Refund amount is more than what is left')
  paid.refunded = (paid.refunded ?? 0) + amount
  const made: ListedRefund = {
    id: 75_001 + self.refunds.length,
    tx_id: id,
    amount_refunded: amount,
    status: self.refundStatus,
    comments: String(body.comments ?? ''),
    created_at: paid.created_at,
  }
  self.refunds.push(made)
  const fault = self.afterRefund.shift()
  if (fault) return fail(fault, response)
  send(200, { status: 'success', message: 'Transaction refund initiated', data: made })
}
