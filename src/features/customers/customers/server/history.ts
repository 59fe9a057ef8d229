/**
 * Membership History of a customer: each term with its period and payment. Payments never change. A decision by staff
 * shortens a term or adds a given one.
 */

/** Reported start or renewal. Instants are milliseconds. */
export type ReportedTerm = {
  id: number
  source: string
  externalId: string
  at: number
  until: number
  plan: string
  /** Reported price of a month. */
  kobo: number
  /** Decision by staff: its time, and the period that it overrides. */
  settled: { at: number; from: number; until: number } | null
  /** End of the term; null: overridden by staff. */
  endsAt: number | null
}
/** Payment for a subscription. */
export type Payment = {
  source: string
  externalId: string
  at: number
  kobo: number
  reference: string | null
  paymentId: number | null
}

export type Paid = 'payment' | 'voucher' | 'staff' | 'unknown'
export type MembershipLine = {
  term: ReportedTerm
  startsAt: number
  endsAt: number
  paid: Paid
  /** Null: no payment was reported. */
  kobo: number | null
  payment: Payment | null
}

type Source = { ownSource: string; isVoucher: (externalId: string) => boolean }

/** Returns the terms, newest first. */
export function historyOf(
  terms: readonly ReportedTerm[],
  stops: readonly number[],
  payments: readonly Payment[],
  source: Source,
): MembershipLine[] {
  const reported = terms.filter(({ settled }) => !settled)
  const runs = new Map(reported.map((term) => [term, { startsAt: term.at, endsAt: naturalEnd(term, reported, stops) }]))
  for (const word of terms.filter(({ settled }) => settled).toSorted((a, b) => a.id - b.id)) {
    const { settled, plan, until } = word
    let startsAt = word.at
    for (const [term, run] of runs) {
      const isOverruled = term.id < word.id && run.endsAt > settled!.from && run.startsAt < settled!.until
      if (!isOverruled) continue
      // A term of the same plan ends on the day that staff set; another plan ends when staff set it.
      const end = Math.min(run.endsAt, term.plan === plan ? until : settled!.at)
      run.endsAt = Math.max(run.startsAt, end)
      startsAt = Math.max(startsAt, run.endsAt)
    }
    const endsAt = Math.min(until, word.endsAt ?? until)
    if (startsAt < endsAt) runs.set(word, { startsAt, endsAt })
  }
  const paidFor = matched(reported, payments, source)
  return [...runs]
    .filter(([term, run]) => run.startsAt < run.endsAt || paidFor.has(term))
    .map(([term, run]) => ({ term, ...run, ...paymentOf(term, paidFor.get(term) ?? [], source) }))
    .toSorted((a, b) => b.startsAt - a.startsAt || b.term.id - a.term.id)
}

/** Returns the end of a term. An overridden term would have run to the next term or to a reported end. */
function naturalEnd(term: ReportedTerm, reported: readonly ReportedTerm[], stops: readonly number[]): number {
  if (term.endsAt !== null) return term.endsAt
  const later = reported.filter(({ at, id }) => at > term.at || (at === term.at && id > term.id)).map(({ at }) => at)
  return Math.max(term.at, Math.min(term.until, ...later, ...stops.filter((at) => at > term.at)))
}

function paymentOf(term: ReportedTerm, payments: readonly Payment[], { ownSource, isVoucher }: Source) {
  if (payments.length)
    return {
      paid: 'payment' as const,
      kobo: payments.reduce((sum, { kobo }) => sum + kobo, 0),
      payment: payments[0]!,
    }
  const paid: Paid = term.settled
    ? 'staff'
    : term.source === ownSource && isVoucher(term.externalId)
      ? 'voucher'
      : 'unknown'
  return { paid, kobo: paid === 'unknown' ? null : 0, payment: null }
}

const DAY = 24 * 3_600_000
/** Largest distance between a payment and the start of its term, before or after. */
const NEAR = 45 * DAY

/** Matches payments to terms: ours by reference, those of other programs by time, each once. */
function matched(reported: readonly ReportedTerm[], payments: readonly Payment[], { ownSource, isVoucher }: Source) {
  const found = new Map<ReportedTerm, Payment[]>()
  const open = reported.filter(({ source, externalId }) => source !== ownSource || !isVoucher(externalId))
  for (const payment of payments.toSorted((a, b) => a.at - b.at)) {
    const own = open.find(({ source, externalId }) => source === payment.source && externalId === payment.externalId)
    const distance = ({ at }: ReportedTerm) => Math.abs(at - payment.at)
    const near =
      payment.source === ownSource
        ? undefined
        : open
            .filter((term) => term.source === payment.source && !found.has(term) && distance(term) <= NEAR)
            .toSorted((a, b) => distance(a) - distance(b))[0]
    const term = own ?? near
    if (term) found.set(term, [...(found.get(term) ?? []), payment])
  }
  return found
}
