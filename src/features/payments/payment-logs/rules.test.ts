import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  leftOfLines,
  messages,
  planRefund,
  shareOf,
  showMoney,
  type Ask,
  type RefundPart,
  type SoldLine,
} from './rules.ts'

const kobo = fc.integer({ min: 0, max: 1_000_000_000_000 })
const lines = fc
  .array(
    fc.record({ quantity: fc.integer({ min: 1, max: 100_000 }), kobo, kind: fc.constantFrom('ticket', 'concession') }),
    {
      maxLength: 6,
    },
  )
  .map((all) => all.map((line, n): SoldLine => ({ purchaseId: 1 + (n % 2), n, product: `p${n}`, ...line })))
const sum = (all: readonly { kobo: number }[]) => all.reduce((total, one) => total + one.kobo, 0)

/** Next request of staff, as fractions of the refundable rest. */
const wish = fc.record({
  kind: fc.constantFrom('full', 'lines', 'amount'),
  share: fc.double({ min: 0, max: 1.2, noNaN: true }),
  picks: fc.array(fc.tuple(fc.nat(5), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 4 }),
  fails: fc.boolean(),
  isLost: fc.boolean(),
})
type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never

describe('money', () => {
  test('adds up shares of a quantity to the line, to the kobo', () => {
    fc.assert(
      fc.property(
        kobo,
        fc.integer({ min: 1, max: 1000 }),
        fc.array(fc.integer({ min: 1, max: 50 })),
        (paid, quantity, steps) => {
          const line = { purchaseId: 1, n: 1, kind: 'ticket', product: '', quantity, kobo: paid }
          let [leftQuantity, leftKobo, back] = [quantity, paid, 0]
          for (const step of [...steps, quantity]) {
            const many = Math.min(step, leftQuantity)
            if (!many) break
            const share = shareOf({ ...line, leftQuantity, leftKobo }, many)
            expect(Number.isSafeInteger(share) && share >= 0 && share <= leftKobo).toBe(true)
            leftQuantity -= many
            leftKobo -= share
            back += share
          }
          expect([leftQuantity, back]).toEqual([0, paid])
        },
      ),
    )
  })

  test('refunds exactly, never negative and never more than paid, after any refunds, failures and lost answers', () => {
    fc.assert(
      fc.property(lines, fc.option(kobo), fc.array(wish, { maxLength: 12 }), (sold, charged, wishes) => {
        const paid = charged ?? sum(sold)
        const refunds: { kobo: number; parts: RefundPart[]; state: 'requested' | 'succeeded' }[] = []
        const refunded = () => sum(refunds)
        for (const one of wishes) {
          // Lost answers arrive before the next refund.
          for (const refund of refunds) refund.state = 'succeeded'
          const left = leftOfLines(
            sold,
            refunds.flatMap(({ parts }) => parts),
            [],
          )
          for (const line of left) expect(line.leftKobo >= 0 && line.leftQuantity >= 0).toBe(true)
          const before = paid - refunded()
          const plan = planRefund(askOf(one, left, before), left, before)
          if ('reason' in plan) continue
          expect(Number.isSafeInteger(plan.kobo)).toBe(true)
          expect(plan.kobo > 0 && plan.kobo <= before).toBe(true)
          // The lines cover all of it, unless more was charged than sold.
          const onLines = left.reduce((all, { leftKobo }) => all + leftKobo, 0)
          expect(sum(plan.parts)).toBe(Math.min(plan.kobo, onLines))
          for (const part of plan.parts) {
            const line = left.find(({ purchaseId, n }) => purchaseId === part.purchaseId && n === part.n)!
            expect(part.kobo >= 0 && part.kobo <= line.leftKobo).toBe(true)
            expect(part.quantity >= 0 && part.quantity <= line.leftQuantity).toBe(true)
          }
          if (!one.fails) refunds.push({ ...plan, state: one.isLost ? 'requested' : 'succeeded' })
        }
        expect(refunded()).toBeLessThanOrEqual(paid)
        const rest = planRefund(
          { kind: 'full' },
          leftOfLines(
            sold,
            refunds.flatMap(({ parts }) => parts),
            [],
          ),
          paid - refunded(),
        )
        expect(rest).toMatchObject(paid > refunded() ? { kobo: paid - refunded() } : { reason: messages.nothingLeft })
      }),
      { numRuns: 300 },
    )
  })
})

function askOf({ kind, share, picks }: Wish, left: ReturnType<typeof leftOfLines>, leftKobo: number): Ask {
  if (kind === 'full') return { kind }
  if (kind === 'amount') return { kind, kobo: Math.round(leftKobo * share) }
  const chosen = new Map(
    picks.flatMap(([index, part]) => {
      const line = left[index]
      return line?.leftQuantity ? [[line, Math.max(1, Math.round(part * line.leftQuantity))] as const] : []
    }),
  )
  return { kind: 'lines', lines: [...chosen].map(([{ purchaseId, n }, quantity]) => ({ purchaseId, n, quantity })) }
}

test('takes a reported refund off the first lines of its kind and purchase', () => {
  const sold = [
    { purchaseId: 1, n: 1, kind: 'ticket', product: 'A', quantity: 2, kobo: 200 },
    { purchaseId: 1, n: 2, kind: 'ticket', product: 'B', quantity: 2, kobo: 300 },
    { purchaseId: 2, n: 1, kind: 'ticket', product: 'C', quantity: 1, kobo: 100 },
  ]
  const left = leftOfLines(sold, [], [{ purchaseId: 1, kind: 'ticket', quantity: 3, kobo: 350 }])
  expect(left.map(({ leftQuantity, leftKobo }) => [leftQuantity, leftKobo])).toEqual([
    [0, 0],
    [1, 150],
    [1, 100],
  ])
})

test('never refunds more of a kind than was bought, with own and reported refunds', () => {
  const reported = fc.array(
    fc.record({
      purchaseId: fc.constantFrom(1, 2),
      kind: fc.constantFrom('ticket', 'concession'),
      quantity: fc.nat(100),
      kobo,
    }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(lines, reported, fc.array(wish, { maxLength: 8 }), (sold, reported, wishes) => {
      const own: RefundPart[] = []
      const leftNow = () => leftOfLines(sold, own, reported)
      const before = leftNow()
      for (const one of wishes) {
        const left = leftNow()
        const plan = planRefund(askOf(one, left, leftKobo(left)), left, leftKobo(left))
        if ('parts' in plan) own.push(...plan.parts)
      }
      for (const kind of ['ticket', 'concession'])
        for (const purchase of [1, 2]) {
          const those = before.filter((line) => line.purchaseId === purchase && line.kind === kind)
          const back = own.filter((part) => those.some(({ n }) => n === part.n))
          const things = those.reduce((total, line) => total + line.leftQuantity, 0)
          expect(back.reduce((total, { quantity }) => total + quantity, 0)).toBeLessThanOrEqual(things)
          expect(sum(back)).toBeLessThanOrEqual(leftKobo(those))
        }
    }),
  )
})
const leftKobo = (all: readonly { leftKobo: number }[]) => all.reduce((total, line) => total + line.leftKobo, 0)

test.each([
  [{ amount: 1234.5, currency: 'NGN' }, '₦1,234.50'],
  [{ amount: 25.5, currency: 'USD' }, 'USD 25.50'],
  [{ amount: 1200, currency: 'JPY' }, 'JPY 1,200'],
  [{ amount: 3, currency: '' }, ' 3'],
])('shows %j as %s', (money, text) => {
  expect(showMoney(money)).toBe(text)
})
