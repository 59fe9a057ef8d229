import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { openTestDatabase } from '#server/test/database.ts'
import {
  cardOf,
  FLUTTERWAVE_HASH,
  FLUTTERWAVE_KEY,
  flutterwavePeer,
  TOKENS,
  webhookOf,
  type FlutterwavePeer,
} from '#server/test/flutterwave-peer.ts'
import { peerFaults, type PeerFault } from '#server/test/peer.ts'
import { IntegrationError } from '../error.ts'
import { embeddedPayments, embeddedToken } from './embedded.ts'
import { flutterwavePayments } from './flutterwave.ts'
import type { ChargeOrder, Payments } from './port.ts'

let database: Database
let outside: FlutterwavePeer
let now = new Date('2026-11-21T09:00:00Z')
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const flutterwave = (more: { timeoutMs?: number } = {}) =>
  flutterwavePayments(outside.settings, { wait: async () => {}, ...more })

beforeAll(async () => {
  database = await openTestDatabase()
  outside = await flutterwavePeer()
})
afterAll(async () => {
  await outside.close()
  await database.close()
})
beforeEach(() => {
  outside.next = []
  outside.afterCharge = []
  outside.charges.length = 0
  outside.afterRefund = []
  outside.refundStatus = 'completed'
})

const visa = (last4: string) =>
  embeddedToken({ brand: 'Visa', first6: '408408', last4, expiryMonth: 9, expiryYear: 2032 })
let count = 0
const order = (token: string, more: Partial<ChargeOrder> = {}): ChargeOrder => ({
  reference: `test-${++count}`,
  token,
  email: 'ada@chain.example',
  kobo: 1_250_050,
  narration: 'Buff, 1 month',
  returnUrl: 'https://office.chain.example',
  ...more,
})

const kinds = [
  {
    kind: 'embedded',
    make: () => embeddedPayments(database.db, { now: () => now }, { hasSentinels: true }),
    tokens: { good: visa('4081'), declined: visa('0002'), confirms: visa('0003') },
    confirm: () => void later(120),
    declinedMessage: 'Insufficient funds',
  },
  {
    kind: 'flutterwave',
    make: () => flutterwave(),
    tokens: TOKENS,
    confirm: (reference: string) => void (outside.transactions.get(reference)!.status = 'successful'),
    declinedMessage: 'Insufficient Funds',
  },
] as const

describe.each(kinds)('payments, $kind', ({ kind, make, tokens, confirm, declinedMessage }) => {
  let payments: Payments
  beforeAll(() => void (payments = make()))

  test('returns its kind and tests the connection', async () => {
    expect(payments.kind).toBe(kind)
    expect(await payments.test()).toMatch(/\w/)
  })

  test('charges a card and finds the charge by its reference', async () => {
    const request = order(tokens.good)
    expect(await payments.find(request.reference)).toBeUndefined()
    const charge = await payments.charge(request)
    expect(charge).toMatchObject({
      state: 'succeeded',
      reference: request.reference,
      kobo: request.kobo,
      currency: 'NGN',
      email: request.email,
      confirmUrl: null,
      card: { token: tokens.good, brand: 'VISA', first6: '408408', last4: '4081', expiryMonth: 9, expiryYear: 2032 },
    })
    expect(await payments.find(request.reference)).toEqual(charge)
    expect(await make().find(request.reference)).toEqual(charge)
  })

  test('charges nothing to a declined card', async () => {
    const request = order(tokens.declined)
    expect(await payments.charge(request)).toEqual({ state: 'declined', message: declinedMessage })
    expect(await payments.find(request.reference)).toBeUndefined()
  })

  test('declines an unknown token', async () => {
    expect(await payments.charge(order('of-somebody-else'))).toEqual({
      state: 'declined',
      message: 'Wrong token or email passed',
    })
  })

  test('waits for a customer to confirm a charge', async () => {
    const request = order(tokens.confirms)
    expect(await payments.charge(request)).toMatchObject({ state: 'needs_customer', reference: request.reference })
    expect(await payments.find(request.reference)).toMatchObject({ state: 'needs_customer' })
    confirm(request.reference)
    expect(await payments.find(request.reference)).toMatchObject({ state: 'succeeded', kobo: request.kobo })
  })

  test('refunds a part, then the rest, and then nothing', async () => {
    const charge = await payments.charge(order(tokens.good))
    if (charge.state !== 'succeeded') throw new Error('it was not charged')
    expect(await payments.refund(charge.id, 250_050)).toMatchObject({ state: 'succeeded', id: expect.any(String) })
    expect(await payments.refund(charge.id)).toMatchObject({ state: 'succeeded' })
    await expect(payments.refund(charge.id, 1)).rejects.toThrow('The payment provider rejected the refund')
    await expect(payments.refund('0')).rejects.toThrow(IntegrationError)
  })

  test('finds only refunds with our reference', async () => {
    const charge = await payments.charge(order(tokens.good))
    if (charge.state !== 'succeeded') throw new Error('it was not charged')
    const sought = { chargeId: charge.id, reference: `refund-of-${charge.reference}`, at: charge.at }
    expect(await payments.findRefund(sought)).toBeUndefined()
    const refund = await payments.refund(charge.id, 50, sought.reference)
    expect(await payments.findRefund(sought)).toEqual(refund)
    expect(await payments.findRefund({ ...sought, reference: 'another' })).toBeUndefined()
  })

  test('lists exactly the charges of a period, in every state, page by page', async () => {
    const made = []
    for (const token of [tokens.good, tokens.confirms, tokens.good, tokens.good])
      made.push(await payments.charge(order(token)))
    const references = made.map((charge) => ('reference' in charge ? charge.reference : ''))
    const at = 'at' in made[0]! ? made[0].at : now
    const found = []
    for (let page = 1, isLast = false; !isLast; page++) {
      const answer = await payments.charges(at, new Date(at.getTime() + 1), page)
      isLast = answer.isLast
      found.push(...answer.records)
    }
    expect(found.map(({ reference }) => reference)).toEqual(expect.arrayContaining(references))
    expect(found.find(({ reference }) => reference === references[1])).toMatchObject({ state: 'needs_customer' })
    expect(await payments.find(references[3]!)).toEqual(found.find(({ reference }) => reference === references[3]))
    expect((await payments.charges(new Date(0), new Date(1), 1)).records).toEqual([])
  })
})

describe('embedded payments', () => {
  const payments = () => embeddedPayments(database.db, { now: () => now }, { hasSentinels: true })

  test('charge a card although the answer is lost, and report an unknown state for a minute', async () => {
    const request = order(visa('0004'))
    const lost = payments().charge(request)
    await expect(lost).rejects.toThrow('The payment provider closed the connection early')
    await expect(lost).rejects.toMatchObject({ isPassing: true, isUndone: false })
    await expect(payments().find(request.reference)).rejects.toThrow('did not answer')
    later(60)
    expect(await payments().find(request.reference)).toMatchObject({ state: 'succeeded', kobo: request.kobo })
  })

  test('report a provider that is down, without a charge', async () => {
    const request = order(visa('0005'))
    await expect(payments().charge(request)).rejects.toMatchObject({ isPassing: true, isUndone: true })
    expect(await payments().find(request.reference)).toBeUndefined()
  })

  test('decline a card in the month after its expiry', async () => {
    const token = embeddedToken({ brand: 'Verve', first6: '506099', last4: '1111', expiryMonth: 10, expiryYear: 2026 })
    expect(await payments().charge(order(token))).toEqual({ state: 'declined', message: 'Expired card' })
  })

  test('charge a reference once', async () => {
    const request = order(visa('4081'))
    const both = await Promise.all([payments().charge(request), payments().charge(request)])
    expect(both.map(({ state }) => state).toSorted()).toEqual(['declined', 'succeeded'])
  })

  const charged = async (last4: string, more: Partial<ChargeOrder> = {}) => {
    const request = order(visa(last4), more)
    await payments()
      .charge(request)
      .catch(() => {})
    later(60)
    return (await payments().find(request.reference))!
  }

  test('refund a charge although the answer is lost, and report an unknown state for a minute', async () => {
    const { id, reference, at } = await charged('0004')
    await expect(payments().refund(id, 100, reference)).rejects.toMatchObject({ isPassing: true, isUndone: false })
    const sought = { chargeId: id, reference, at }
    await expect(payments().findRefund(sought)).rejects.toThrow('did not answer')
    later(60)
    expect(await payments().findRefund(sought)).toMatchObject({ state: 'succeeded' })
  })

  test.each([
    ['0003', 'succeeded'],
    ['0006', 'failed'],
  ])('keep a refund to %s pending for two minutes: %s', async (last4, state) => {
    const { id, reference, at } = await charged(last4)
    expect(await payments().refund(id, 100, reference)).toMatchObject({ state: 'pending' })
    later(119)
    expect(await payments().findRefund({ chargeId: id, reference, at })).toMatchObject({ state: 'pending' })
    later(1)
    expect(await payments().findRefund({ chargeId: id, reference, at })).toMatchObject({ state })
  })

  test('cannot list the charges of a period with a customer at down.example', async () => {
    later(3600)
    const { at } = await charged('4081', { email: 'ada@down.example' })
    await expect(payments().charges(at, new Date(at.getTime() + 1), 1)).rejects.toThrow('closed the connection early')
  })

  test('reject every webhook', () => {
    expect(payments().isGenuine({ 'verif-hash': FLUTTERWAVE_HASH })).toBe(false)
  })
})

describe('requests to Flutterwave', () => {
  test('charge in naira with our reference and the return address', async () => {
    const request = order(TOKENS.good)
    await flutterwave().charge(request)
    expect(outside.charges).toEqual([
      {
        token: TOKENS.good,
        email: 'ada@chain.example',
        currency: 'NGN',
        country: 'NG',
        amount: 12_500.5,
        tx_ref: request.reference,
        narration: 'Buff, 1 month',
        redirect_url: 'https://office.chain.example',
      },
    ])
  })

  test('accept only a web page to confirm a charge', async () => {
    const request = order(TOKENS.confirms)
    expect(await flutterwave().charge(request)).toMatchObject({ confirmUrl: 'https://bank.example/3ds?id=1' })
    outside.transactions.get(request.reference)!.meta = { authorization: { redirect: 'javascript:alert(1)' } }
    expect(await flutterwave().find(request.reference)).toMatchObject({ state: 'pending', confirmUrl: null })
  })
})

/** Errors before or after the charge, with the knowledge about the charge. */
const faults: [string, PeerFault, { isUndone: boolean; isPassing: boolean; message: string }][] = [
  ['401', peerFaults.unauthorised, { isUndone: true, isPassing: false, message: 'rejected our access key' }],
  ['429', peerFaults.busy, { isUndone: true, isPassing: true, message: 'is rate-limiting us (429)' }],
  ['500', peerFaults.broken, { isUndone: false, isPassing: true, message: 'reported an error (500)' }],
  ['503', { kind: 'status', status: 503 }, { isUndone: false, isPassing: true, message: 'reported an error (503)' }],
  ['cut off', peerFaults.cutOff, { isUndone: false, isPassing: true, message: 'closed the connection early' }],
  ['slow', peerFaults.slow, { isUndone: false, isPassing: true, message: 'did not answer within' }],
  ['not JSON', peerFaults.wrongJson, { isUndone: false, isPassing: true, message: 'is not JSON' }],
  [
    'another shape',
    { kind: 'status', status: 200, body: '{"status":"success","data":{"id":1}}' },
    { isUndone: false, isPassing: false, message: 'returned a charge that cannot be read (Transaction 1: ' },
  ],
]

describe('Flutterwave fails', () => {
  test.each(faults)('reports %s at a charge, without a retry', async (name, fault, expected) => {
    const request = order(TOKENS.good)
    outside.next = [fault]
    const before = outside.requests.length
    const error = await flutterwave(name === 'slow' ? { timeoutMs: 300 } : {})
      .charge(request)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(IntegrationError)
    expect(error).toMatchObject({ isUndone: expected.isUndone, isPassing: expected.isPassing })
    expect((error as Error).message).toContain(expected.message)
    expect(JSON.stringify(error) + (error as Error).stack).not.toContain(FLUTTERWAVE_KEY)
    expect(outside.requests.length).toBe(before + 1)
  })

  test.each(faults.filter(([, , { isUndone }]) => !isUndone))(
    'finds the charge by its reference after %s',
    async (name, fault) => {
      const request = order(TOKENS.good)
      outside.afterCharge = [fault]
      const charge = flutterwave(name === 'slow' ? { timeoutMs: 2000 } : {}).charge(request)
      await expect(charge).rejects.toMatchObject({ isUndone: false })
      expect(await flutterwave().find(request.reference)).toMatchObject({ state: 'succeeded', kobo: request.kobo })
      expect(outside.charges).toHaveLength(1)
    },
  )

  test('is sure that nothing was charged without a server', async () => {
    const closed = await flutterwavePeer()
    await closed.close()
    await expect(flutterwavePayments(closed.settings).charge(order(TOKENS.good))).rejects.toMatchObject({
      isUndone: true,
      isPassing: true,
    })
  })

  test('leaves a charge with a used reference open', async () => {
    const request = order(TOKENS.good)
    await flutterwave().charge(request)
    await expect(flutterwave().charge(request)).rejects.toMatchObject({ isUndone: false })
  })

  test('rejects an answer about another charge', async () => {
    const request = order(TOKENS.good)
    await flutterwave().charge(request)
    outside.transactions.get(request.reference)!.tx_ref = 'another'
    await expect(flutterwave().find(request.reference)).rejects.toThrow('returned another charge')
  })

  test('retries reads after temporary errors', async () => {
    const request = order(TOKENS.good)
    await flutterwave().charge(request)
    outside.next = [peerFaults.broken, peerFaults.cutOff]
    expect(await flutterwave().find(request.reference)).toMatchObject({ state: 'succeeded' })
  })
})

describe('Flutterwave and refunds', () => {
  const paid = async () => {
    const charge = await flutterwave().charge(order(TOKENS.good))
    if (charge.state !== 'succeeded') throw new Error('it was not charged')
    return charge
  }

  test('request in naira with our reference as the comment', async () => {
    const { id } = await paid()
    await flutterwave().refund(id, 12_345, 'mqr-1')
    expect(outside.refunds.at(-1)).toMatchObject({ tx_id: Number(id), amount_refunded: 123.45, comments: 'mqr-1' })
  })

  // An answer of another shape shows at least that the refund was accepted.
  test.each(faults.filter(([name, , { isUndone }]) => !isUndone && name !== 'another shape'))(
    'after it paid back, %s: what became of it is asked by our reference, and it is paid back once',
    async (name, fault) => {
      const { id, at } = await paid()
      outside.afterRefund = [fault]
      const reference = `mqr-${name}`
      await expect(
        flutterwave(name === 'slow' ? { timeoutMs: 2000 } : {}).refund(id, 100, reference),
      ).rejects.toMatchObject({ isUndone: false, isOfOneRequest: false })
      expect(await flutterwave().findRefund({ chargeId: id, reference, at })).toMatchObject({ state: 'succeeded' })
      expect(outside.refunds.filter(({ comments }) => comments === reference)).toHaveLength(1)
    },
  )

  test.each([
    ['completed', 'succeeded'],
    ['completed-mpgs', 'succeeded'],
    ['failed', 'failed'],
    ['new', 'pending'],
    ['pending-momo', 'pending'],
  ])('a refund that is %s: %s', async (status, state) => {
    const { id, at } = await paid()
    outside.refundStatus = status
    expect(await flutterwave().refund(id, 100, `mqr-${status}-${id}`)).toMatchObject({ state })
    expect(await flutterwave().findRefund({ chargeId: id, reference: `mqr-${status}-${id}`, at })).toMatchObject({
      state,
    })
  })

  test.each([
    ['amount', null],
    ['amount', 'abc'],
    ['amount', -5],
    ['created_at', 'yesterday'],
    ['id', null],
    ['tx_ref', ''],
    ['currency', 7],
  ])('a transaction whose %s is %s is named, and the rest of its page is read', async (field, value) => {
    const from = new Date('2025-03-01T00:00:00Z')
    const until = new Date('2025-03-02T00:00:00Z')
    const names = ['before', 'middle', 'after'].map((name) => `odd ${field} ${value} ${name}`)
    const added = names.map((tx_ref) => outside.add({ tx_ref, amount: 10, created_at: '2025-03-01T10:00:00.000Z' }))
    Object.assign(added[1]!, { [field]: value, ...(field === 'created_at' && { created_at: '2025-03-01 noon' }) })
    const { records, unread } = await flutterwave().charges(from, until, 1)
    expect(records.map(({ reference, kobo }) => [reference, kobo])).toEqual([
      [added[0]!.tx_ref, 1000],
      [added[2]!.tx_ref, 1000],
    ])
    expect(unread).toMatchObject([
      {
        id: field === 'id' ? null : String(added[1]!.id),
        reference: field === 'tx_ref' ? null : added[1]!.tx_ref,
        name: `Transaction ${field === 'id' ? added[1]!.tx_ref : added[1]!.id}`,
        what: expect.stringMatching(new RegExp(`^${field} (is missing|cannot be read)`)),
      },
    ])
    for (const name of names) outside.transactions.delete(name)
  })

  test('report an unreadable refund as possibly ours, unless its charge is another', async () => {
    const { id, at } = await paid()
    outside.refunds.push({ ...outside.refunds.at(-1)!, id: 1, tx_id: null as never, created_at: at.toISOString() })
    await expect(flutterwave().findRefund({ chargeId: id, reference: 'ours', at })).rejects.toThrow(
      'lists a refund that cannot be read (Refund 1: tx_id is missing)',
    )
    outside.refunds.pop()
    outside.refunds.push({ ...outside.refunds.at(-1)!, id: null as never, tx_id: 1, created_at: at.toISOString() })
    expect(await flutterwave().findRefund({ chargeId: id, reference: 'ours', at })).toBeUndefined()
    outside.refunds.pop()
  })

  test('fail completely when a page fails', async () => {
    outside.next = [peerFaults.broken, peerFaults.broken, peerFaults.broken]
    await expect(flutterwave().charges(now, now, 1)).rejects.toBeInstanceOf(IntegrationError)
    outside.next = [peerFaults.wrongJson, peerFaults.wrongJson, peerFaults.wrongJson]
    await expect(flutterwave().findRefund({ chargeId: '1', reference: 'x', at: now })).rejects.toBeInstanceOf(
      IntegrationError,
    )
  })
})

describe('answers of Flutterwave', () => {
  test.each([
    ['failed', 'failed'],
    ['cancelled', 'failed'],
    ['pending', 'pending'],
    ['something new', 'pending'],
  ])('turn a %s transaction into %s', async (status, state) => {
    const { tx_ref } = outside.add({ tx_ref: `shop-${status}`, status: status as 'failed', amount: 10 })
    expect(await flutterwave().find(tx_ref)).toMatchObject({ state, kobo: 1000 })
  })

  test.each([
    ['without a token', { ...cardOf('t'), token: undefined }],
    ['with a number in full', { ...cardOf('t'), first_6digits: '4084084084084081' }],
    ['with an odd expiry', { ...cardOf('t'), expiry: '13/32' }],
  ])('ignore a card %s', async (name, card) => {
    const { tx_ref } = outside.add({ tx_ref: `card ${name}`, card: card as never })
    expect(await flutterwave().find(tx_ref)).toMatchObject({ state: 'succeeded', card: null })
  })

  test.each([
    ['the letters', { ...cardOf('t'), country: 'NG' }, 'NG'],
    ['its name and the letters', { ...cardOf('t'), country: 'UNITED KINGDOM GB' }, 'GB'],
    ['of a card without a token', { ...cardOf('t'), token: undefined, country: 'NIGERIA NG' }, 'NG'],
    ['not', { ...cardOf('t'), country: '' }, undefined],
    ['in another way', { ...cardOf('t'), country: 'Nigeria' }, undefined],
    ['of no card', undefined, undefined],
  ])('give the country of a card: %s', async (name, card, country) => {
    const { tx_ref } = outside.add({ tx_ref: `country ${name}`, card: card as never })
    expect((await flutterwave().find(tx_ref))!.cardCountry).toBe(country)
  })

  test('accept a webhook only with the secret hash', () => {
    const payments = flutterwave()
    expect(payments.isGenuine({ 'verif-hash': FLUTTERWAVE_HASH })).toBe(true)
    for (const hash of ['', 'x', `${FLUTTERWAVE_HASH} `, FLUTTERWAVE_HASH.toUpperCase(), undefined])
      expect(payments.isGenuine({ 'verif-hash': hash })).toBe(false)
    expect(payments.isGenuine({ 'verif-hash': [FLUTTERWAVE_HASH] })).toBe(false)
  })

  test('give the reference of a webhook, or none', () => {
    const payments = flutterwave()
    const transaction = outside.add({ tx_ref: 'told' })
    expect(payments.referenceOf(webhookOf(transaction))).toBe('told')
    for (const odd of [null, 'told', [], {}, { data: {} }, { data: { tx_ref: 7 } }, { data: { tx_ref: '' } }])
      expect(payments.referenceOf(odd)).toMatchObject({ name: 'A webhook without an ID', what: 'tx_ref is missing' })
    expect(payments.referenceOf({ event: 'charge.completed', data: { id: 7, reference: 'x' } })).toMatchObject({
      name: 'Webhook 7',
      what: 'tx_ref is missing (charge.completed)',
    })
    // A payout of the chain is not a customer's charge.
    expect(payments.referenceOf({ event: 'transfer.completed', data: { id: 7, reference: 'x' } })).toBeNull()
  })

  test.each([
    { id: 2, txRef: 'told', flwRef: 'FLW1', amount: 25, 'event.type': 'CARD_TRANSACTION' },
    { tx_ref: 'told', data: null },
    { txRef: 'older', data: { tx_ref: 'told' } },
    { data: { txRef: 'told' } },
  ])('give the reference of a webhook in an older format: %o', (body) => {
    expect(flutterwave().referenceOf(body)).toBe('told')
  })
})
