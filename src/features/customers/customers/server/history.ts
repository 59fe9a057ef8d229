/**
 * The Membership History of a customer: what each term was, until when it ran, and what was paid for it. Nothing that was
 * paid is rewritten: what staff say of a subscription cuts a line short or adds one that was given.
 */

/** A start or renewal, as it was reported; instants are milliseconds. */
export type ReportedTerm = {
  id: number
  source: string
  externalId: string
  at: number
  until: number
  plan: string
  /** Of a month, as it was reported. */
  kobo: number
  /** Staff's word: when it was given, and the time it overrules. */
  settled: { at: number; from: number; until: number } | null
  /** When it ended, of one that counts; null for one that staff's word overruled. */
  endsAt: number | null
}
/** What was paid for a subscription. */
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
  /** Null when nobody reported a payment. */
  kobo: number | null
  payment: Payment | null
}

type Source = { ownSource: string; isVoucher: (externalId: string) => boolean }

/** Newest first. */
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
      // The same plan ran as long as staff say; another one until they said so.
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

/**
 * What counts ended when the terms say so; what was overruled would have run to the next term, or to the end that was
 * reported.
 */
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
/** A renewal is paid at most this long before its term begins, or after. */
const NEAR = 45 * DAY

/** Which payments were for which terms: ours by their reference; another program's by their time, each once. */
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
