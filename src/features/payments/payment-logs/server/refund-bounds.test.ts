/**
 * Checks that refunds never exceed the purchase. Staff and a shop refund in parallel at random, and the provider is
 * late, fails or loses answers. REFUND_ROUNDS and REFUND_SEED set the rounds and the seed.
 */
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { check } from '#features/operations/rollups/server/check.ts'
import { flutterwavePeer, type FlutterwavePeer } from '#server/test/flutterwave-peer.ts'
import { TEST_NOW, testServer, type TestServer } from '#server/test/harness.ts'
import { peerFaults } from '#server/test/peer.ts'
import type { PaymentDetail } from '../contract.ts'
import { askRefunds } from './jobs.ts'
import { Shop } from './test/paid.ts'
import { examples } from '#server/test/thorough.ts'

/** Rounds per provider. Only PostgreSQL runs refunds in parallel; the embedded database runs them in order. */
const ROUNDS = Number(process.env.REFUND_ROUNDS ?? (inject('database').postgres ? examples(20) : 4))
const SEED = Number(process.env.REFUND_SEED ?? 11)
const LONGEST_MS = 300_000 * Math.ceil(ROUNDS / 15)

const chance = fc.nat({ max: 99 })
const line = fc.record({
  kind: fc.constantFrom('ticket', 'concession', 'subscription'),
  quantity: fc.integer({ min: 1, max: 5 }),
  amount: fc.integer({ min: 1, max: 1_000_000 }).map((kobo) => kobo / 100),
})
const purchase = fc.array(line, { minLength: 1, maxLength: 4 })
const payment = fc.record({
  purchases: fc.array(purchase, { minLength: 1, maxLength: 2 }),
  last4: fc.constantFrom('4081', '4081', '0003', '0004', '0005', '0006'),
  /** Charged share of the sold amount, in hundredths. */
  charged: fc.constantFrom(100, 100, 100, 90, 120),
  isForeign: chance.map((n) => n < 10),
})
const ask = fc.record({ of: chance, how: fc.constantFrom('full', 'lines', 'amount'), line: chance, share: chance })
const report = fc.record({
  of: chance,
  line: chance,
  share: chance,
  what: fc.constantFrom('a line', 'a line', 'as ours', 'ours'),
})
const wave = fc.record({
  asks: fc.oneof(
    { weight: 5, arbitrary: fc.array(ask, { minLength: 1, maxLength: 8 }) },
    { weight: 1, arbitrary: fc.array(ask, { minLength: 50, maxLength: 50 }) },
  ),
  reports: fc.array(report, { maxLength: 6 }),
  /** Behaviour of the provider for each refund. */
  faults: fc.array(fc.constantFrom(undefined, undefined, peerFaults.cutOff, peerFaults.broken), { maxLength: 4 }),
  status: fc.constantFrom('completed', 'completed', 'pending', 'failed'),
  minutes: fc.constantFrom(0, 1, 3, 5),
})
const round = fc.record({
  payment,
  hasTwin: fc.boolean(),
  waves: fc.array(wave, { minLength: 2, maxLength: 3 }),
})
type Given = typeof payment extends fc.Arbitrary<infer T> ? T : never
type Payment = Given & { id: number }
type Ask = typeof ask extends fc.Arbitrary<infer T> ? T : never
type Report = typeof report extends fc.Arbitrary<infer T> ? T : never

let server: TestServer
let shop: Shop
let outside: FlutterwavePeer
let reports = 0

const kobo = (naira: number) => Math.round(naira * 100)
const naira = (amount: number) => amount / 100
const later = (minutes: number) =>
  server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000).toISOString())
const one = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)]

/** Sells and charges. A twin is the same again, of the same person and minute. */
async function paid(given: Given, provider: string): Promise<Payment> {
  const reference = shop.nextName()
  const sum = given.purchases.flat().reduce((total, { amount }) => total + kobo(amount), 0)
  const charged = Math.max(1, Math.floor((sum * given.charged) / 100))
  if (given.isForeign)
    await server.db.execute(sql`
      insert into payment_events (at, provider, reference, kobo, currency, purchase_type, status, provider_id)
      values (${TEST_NOW}, ${provider}, ${reference}, ${charged}, 'USD', 'Web or app purchase', 'succeeded', '1')`)
  else if (provider === 'embedded') await shop.charge(reference, naira(charged), { last4: given.last4 })
  else outside.add({ tx_ref: reference, amount: naira(charged) })
  for (const [n, lines] of given.purchases.entries())
    await shop.sell(`${reference}-${n}`, lines, {
      payment_reference: reference,
      name: 'Tunde',
      email: 'guest@mail.example',
    })
  const id = await shop.idOf(reference)
  return { ...given, id }
}

/** Returns a request of staff who see the page now. */
function refundRequest({ how, line: n, share }: Ask, { lines, amountLeft }: PaymentDetail) {
  if (how === 'full') return { kind: 'full', amount: amountLeft || 1 }
  const its = one(
    lines.filter((each) => each.left_quantity > 0 && each.left_amount > 0),
    n,
  )
  if (how === 'amount' || !its)
    return { kind: 'amount', amount: naira(Math.max(1, Math.round((kobo(amountLeft) * (share + 1)) / 200))) }
  const quantity = 1 + (share % its.left_quantity)
  const leftKobo = kobo(its.left_amount)
  const amount = quantity === its.left_quantity ? leftKobo : Math.floor((leftKobo * quantity) / its.left_quantity)
  return {
    kind: 'lines',
    lines: [{ purchase_id: its.purchase_id, line: its.line, quantity }],
    amount: naira(Math.max(1, amount)),
  }
}

/** Returns a report of the shop: part of a line, or an own refund with or without its reference. */
function reportOf({ line: n, share, what }: Report, { lines, refunds }: PaymentDetail) {
  const its = one(lines, n)!
  const own = what === 'a line' ? undefined : one(refunds, n)
  const common = { id: `told-${++reports}`, purchase_id: its.bookingId, at: server.clock.now().toISOString() }
  const part = { kind: its.kind, quantity: share % (its.quantity + 1) }
  if (own)
    return {
      ...common,
      lines: [{ ...part, amount: own.amount }],
      ...(what === 'ours' && { refund_reference: own.reference }),
    }
  return { ...common, lines: [{ ...part, amount: naira(Math.round((kobo(its.amount) * share) / 100)) }] }
}

/** Finds refunds that exceed a purchase, by kind and in kobo, including pending ones. */
async function tooMuch(ids: readonly number[]) {
  const { rows } = await server.db.execute(sql`
    with pays as (select id, reference, currency, charged_kobo from payments where id = any(${sql.param(ids)}::bigint[])),
    bought as (
      select pays.id as payment, p.id as purchase, l.kind, sum(l.quantity) as pieces, sum(l.kobo) as money
      from pays join purchases p on p.payment_reference = pays.reference join purchase_lines l on l.purchase_id = p.id
      group by 1, 2, 3
    ), back as (
      select r.purchase_id as purchase, l.kind, l.quantity as pieces, l.kobo as money
      from refunds r join refund_lines l on l.refund_id = r.id
      union all
      select l.purchase_id, s.kind, l.quantity, l.kobo
      from payment_refunds o join payment_refund_lines l on l.refund_id = o.id
        join purchase_lines s on s.purchase_id = l.purchase_id and s.n = l.n
      where o.state = 'requested' and not exists (
        select from refund_postings t join refunds r on r.id = t.refund_id
        where t.payment_refund_id = o.id and r.purchase_id = l.purchase_id)
    ), kinds as (
      select b.payment, b.kind, b.pieces - coalesce(sum(k.pieces), 0) as pieces, b.money - coalesce(sum(k.money), 0) as money
      from bought b left join back k on k.purchase = b.purchase and k.kind = b.kind
      group by b.payment, b.purchase, b.kind, b.pieces, b.money
    ), sums as (
      select pays.id as payment,
        greatest((select sum(money) from bought where payment = pays.id), case when currency = 'NGN' then charged_kobo end)
        - coalesce((select sum(kobo) from payment_refunds where payment_id = pays.id and state <> 'failed'), 0)
        - coalesce((
          select sum(r.kobo) from purchases p join refunds r on r.purchase_id = p.id
          where p.payment_reference = pays.reference
            and r.id not in (select refund_id from refund_postings)), 0) as money
      from pays
    )
    select payment, kind, pieces, money from kinds where pieces < 0 or money < 0
    union all
    select payment, 'all', 0, money from sums where money < 0`)
  return rows
}

/** Counts events, because rounds without any prove nothing. */
const seen = { given: 0, refused: 0, accepted: 0, duplicate: 0, quarantined: 0 }

async function runWave(pays: readonly Payment[], { asks, reports: shops }: { asks: Ask[]; reports: Report[] }) {
  const details = await Promise.all(pays.map(({ id }) => shop.detail(id)))
  const tries = asks.map(async (each) => {
    const n = each.of % pays.length
    const answer = await shop.refund(pays[n]!.id, refundRequest(each, details[n]!))
    expect([200, 409, 422], answer.text).toContain(answer.status)
    seen[answer.status === 200 ? 'given' : 'refused']++
    const isEven = pays[n]!.charged === 100 && !pays[n]!.isForeign
    if (answer.status !== 200 || !isEven) return
    const { amountLeft, amountUnderWay, data } = answer.body.data
    expect(kobo(amountLeft) + kobo(amountUnderWay) + kobo(data.meta.amountRefunded)).toBe(kobo(data.meta.amountPaid))
  })
  const reports = shops.map(async (each) => {
    const { status, data } = await shop.send('refunds', [reportOf(each, details[each.of % pays.length]!)])
    expect(status).toBe(200)
    const { accepted, duplicate, quarantined, rejected, pending } = data
    expect(accepted + duplicate + quarantined + rejected + pending).toBe(1)
    for (const state of ['accepted', 'duplicate', 'quarantined'] as const) seen[state] += data[state]
  })
  await Promise.all([...tries, ...reports])
}

async function asMinutesPass(minutes: number) {
  later(minutes)
  await server.app.jobs.send(askRefunds, {})
  await server.runJobs()
}

/** Lets the provider report the outcomes of pending refunds. */
function decide(status: string) {
  for (const refund of outside.refunds.filter((each) => each.status === 'pending')) {
    refund.status = status === 'failed' ? 'failed' : 'completed'
    const its = [...outside.transactions.values()].find(({ id }) => id === refund.tx_id)!
    if (status === 'failed') its.refunded = its.refunded! - refund.amount_refunded
  }
}

describe.each(['embedded', 'flutterwave'])('through %s', (provider) => {
  beforeAll(async () => {
    outside = await flutterwavePeer()
    const { secretKey, webhookHash, url } = outside.settings
    const env = { FLUTTERWAVE_SECRET_KEY: secretKey, FLUTTERWAVE_WEBHOOK_HASH: webhookHash }
    server = await testServer(provider === 'embedded' ? {} : { env, addresses: { flutterwave: url } })
    shop = await Shop.of(server)
    for (const of of Object.keys(seen)) seen[of as keyof typeof seen] = 0
  })
  afterAll(async () => {
    await server.close()
    await outside.close()
  })
  beforeEach(() => server.clock.set(TEST_NOW))

  test(
    'never refunds more than was bought',
    async () => {
      for (const { payment: given, hasTwin, waves } of fc.sample(round, { seed: SEED, numRuns: ROUNDS })) {
        const pays = [await paid(given, provider)]
        if (hasTwin) pays.push(await paid(given, provider))
        const ids = pays.map(({ id }) => id)
        for (const each of waves) {
          outside.afterRefund = each.faults.filter((fault) => fault !== undefined)
          outside.refundStatus = each.status === 'completed' ? 'completed' : 'pending'
          await runWave(pays, each)
          expect(await tooMuch(ids), JSON.stringify({ pays, each })).toEqual([])
          decide(each.status)
          await asMinutesPass(each.minutes)
          expect(await tooMuch(ids), JSON.stringify({ pays, each })).toEqual([])
        }
        await asMinutesPass(70)
        expect(await tooMuch(ids)).toEqual([])
        outside.refunds.length = 0
      }
      // The winner of parallel refunds is random, and so is the result of a report.
      const { given: refunded, refused, accepted, duplicate, quarantined } = seen
      for (const times of [refunded, refused, accepted + duplicate + quarantined])
        expect(times, JSON.stringify(seen)).toBeGreaterThan(ROUNDS / 4)
      const { rows } = await server.db.execute(sql`select count(*)::int as n from refunds where source = 'shop'`)
      expect(rows).toEqual([{ n: seen.accepted }])
      expect(await check(server.app.database, server.app.env.zone)).toEqual([])
    },
    LONGEST_MS,
  )
})
