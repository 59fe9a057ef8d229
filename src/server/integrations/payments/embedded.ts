import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/connect.ts'
import type { Env } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import {
  chargeOf,
  chargesBetween,
  keepCharge,
  keepRefund,
  refundOf,
  refundsBetween,
  tokenOfCharge,
  type StoredCharge,
} from './embedded-store.ts'
import { allRead } from '../records.ts'
import type { Payments, ProviderCharge, ProviderMovement, ProviderRefund } from './port.ts'

const NAME = 'The payment provider'
const MINUTE = 60_000
/** Time for which the state of a charge stays unknown after its answer was lost. */
const SILENT_MS = MINUTE
/** Time until a customer confirms a charge. */
const CONFIRMS_MS = 2 * MINUTE
/** Time that a refund takes, unless it is immediate. */
const REFUNDS_MS = 2 * MINUTE
const PAGE = 100
/** Time after which a disputed charge is disputed. */
const DISPUTES_MS = 60 * MINUTE
/** Time after the end of a day at which its charges are paid out. */
const PAYS_OUT_MS = 4 * 60 * MINUTE
/** Fee of a charge: basis points up to a maximum, higher for foreign cards. */
export const EMBEDDED_FEE = {
  basisPoints: 140,
  fixedKobo: 0,
  mostKobo: 200_000,
  foreign: { basisPoints: 380, fixedKobo: 0, mostKobo: null },
} as const
/** Customers with this address make the provider fail when it lists the charges of their time. */
const UNAVAILABLE = /@down\.example$/

/** Behaviour of cards by their last four digits; other cards are charged. */
const SENTINELS = {
  '0002': 'declined',
  '0003': 'needs the customer',
  '0004': 'answer lost',
  '0005': 'down',
  '0006': 'refunds fail',
  '0007': 'disputed',
  '0008': 'other fee',
  '0009': 'foreign',
  '0010': 'foreign, unsaid',
} as const
type Sentinel = (typeof SENTINELS)[keyof typeof SENTINELS]

const TOKEN = /^embedded-([a-z]+)-(\d{6})-(\d{4})-(\d\d)(\d{4})$/
type TokenOf = { brand: string; first6: string; last4: string; expiryMonth: number; expiryYear: number }
/** Creates a token of the embedded payments, which contains the card's data. */
export const embeddedToken = ({ brand, first6, last4, expiryMonth, expiryYear }: TokenOf): string =>
  `embedded-${brand.toLowerCase()}-${first6}-${last4}-${String(expiryMonth).padStart(2, '0')}${expiryYear}`

/**
 * Simulates charges and stores them in the database, so that all servers know them after a restart.
 * Test triggers (`env.hasSentinels`), by the last four digits of the card:
 * - 0002 is declined, as is a card after its expiry.
 * - 0003 needs the customer, who confirms within two minutes. Its refunds take two minutes.
 * - 0004 succeeds, but the answer is lost and the state stays unknown for a minute, for refunds too.
 * - 0005 finds no provider, so that nothing is charged or refunded.
 * - 0006 is charged; its refunds take two minutes and fail.
 * - 0007 is disputed an hour later, and the bank reverses the charge.
 * - 0008 costs twice the fee.
 * - 0009 is a foreign card; 0010 is also foreign, but the provider does not report this.
 * - Charges of a period with a customer at down.example cannot be listed.
 */
export function embeddedPayments(db: Db, clock: Clock, { hasSentinels }: Pick<Env, 'hasSentinels'>): Payments {
  const sentinelOf = (token: string) => (hasSentinels ? SENTINELS[last4Of(token) as keyof typeof SENTINELS] : undefined)
  const charged = async (from: Date, until: Date) => {
    const now = clock.now()
    const stored = await chargesBetween(db, [from, until])
    return stored.map((one) => seen(one, now, sentinelOf(one.token))).filter(({ state }) => state === 'succeeded')
  }
  const transactions = {
    refund: async (from: Date, until: Date): Promise<ProviderMovement[]> => {
      const now = clock.now().getTime()
      const refunds = await refundsBetween(db, [from, until])
      return refunds
        .filter(({ token, at }) => refundState(sentinelOf(token), now - at.getTime()) === 'succeeded')
        .map(({ id, chargeId, chargeReference, kobo, at }) => ({
          kind: 'refund',
          id: `refund-${id}`,
          chargeId: String(chargeId),
          reference: chargeReference,
          kobo,
          at,
        }))
    },
    chargeback: async (from: Date, until: Date): Promise<ProviderMovement[]> => {
      const [first, last] = [from, until].map((at) => new Date(at.getTime() - DISPUTES_MS)) as [Date, Date]
      const now = clock.now().getTime()
      return (await charged(first, last))
        .filter(({ card, at }) => card && sentinelOf(card.token) === 'disputed' && at.getTime() + DISPUTES_MS <= now)
        .map(({ id, reference, kobo, at }) => ({
          kind: 'chargeback',
          id: `chargeback-${id}`,
          chargeId: id,
          reference,
          kobo,
          at: new Date(at.getTime() + DISPUTES_MS),
        }))
    },
    payout: async (from: Date, until: Date): Promise<ProviderMovement[]> => {
      if (clock.now().getTime() < until.getTime() + PAYS_OUT_MS) return []
      const sum = (all: readonly { kobo: number }[]) => all.reduce((kobo, one) => kobo + one.kobo, 0)
      const charges = await charged(from, until)
      const fees = charges.reduce((kobo, { feeKobo = 0 }) => kobo + feeKobo, 0)
      const back = sum(await transactions.refund(from, until)) + sum(await transactions.chargeback(from, until))
      const kobo = sum(charges) - fees - back
      if (kobo === 0) return []
      return [{ kind: 'payout', id: `payout-${from.toISOString()}`, chargeId: null, reference: null, kobo, at: from }]
    },
  }
  return {
    kind: 'embedded',
    charge: async ({ reference, token, email, kobo }) => {
      const now = clock.now()
      const card = cardOf(token)
      if (!card) return { state: 'declined', message: 'Wrong token or email passed' }
      if (sentinelOf(token) === 'down') throw new IntegrationError(`${NAME} is not answering`, DOWN)
      if (sentinelOf(token) === 'declined') return { state: 'declined', message: 'Insufficient funds' }
      if (new Date(Date.UTC(card.expiryYear, card.expiryMonth)) <= now)
        return { state: 'declined', message: 'Expired card' }
      const stored = await keepCharge(db, { reference, token, email, kobo, at: now })
      if (!stored) return { state: 'declined', message: 'This reference was used before' }
      if (sentinelOf(token) === 'answer lost')
        throw new IntegrationError(`${NAME} closed the connection early`, { isPassing: true })
      return seen(stored, now, sentinelOf(stored.token))
    },
    find: async (reference) => {
      const stored = await chargeOf(db, reference)
      if (!stored) return
      const now = clock.now()
      if (sentinelOf(stored.token) === 'answer lost' && now.getTime() - stored.at.getTime() < SILENT_MS)
        throw new IntegrationError(`${NAME} did not answer within 15 seconds`, { isPassing: true })
      return seen(stored, now, sentinelOf(stored.token))
    },
    refund: async (id, kobo, reference) => {
      const token = /^\d{1,15}$/.test(id) ? await tokenOfCharge(db, Number(id)) : undefined
      if (token !== undefined && sentinelOf(token) === 'down')
        throw new IntegrationError(`${NAME} is not answering`, DOWN)
      const at = clock.now()
      const stored =
        token !== undefined &&
        (await keepRefund(db, {
          chargeId: Number(id),
          kobo,
          reference,
          isPaid: sentinelOf(token) !== 'refunds fail',
          at,
        }))
      if (!stored) throw new IntegrationError(`${NAME} rejected the refund`, { isOfOneRequest: true })
      if (sentinelOf(token) === 'answer lost')
        throw new IntegrationError(`${NAME} closed the connection early`, { isPassing: true })
      return { id: `refund-${stored}`, state: refundState(sentinelOf(token), 0) }
    },
    findRefund: async ({ reference }) => {
      const stored = await refundOf(db, reference)
      if (!stored) return
      const age = clock.now().getTime() - stored.at.getTime()
      if (sentinelOf(stored.token) === 'answer lost' && age < SILENT_MS)
        throw new IntegrationError(`${NAME} did not answer within 15 seconds`, { isPassing: true })
      return { id: `refund-${stored.id}`, state: refundState(sentinelOf(stored.token), age) }
    },
    charges: async (from, until, page) => {
      const found = await chargesBetween(db, [from, until], { limit: PAGE + 1, offset: (page - 1) * PAGE })
      if (hasSentinels && found.some(({ email }) => UNAVAILABLE.test(email)))
        throw new IntegrationError(`${NAME} closed the connection early`, { isPassing: true })
      const now = clock.now()
      return {
        records: found.slice(0, PAGE).map((stored) => seen(stored, now, sentinelOf(stored.token))),
        unread: [],
        isLast: found.length <= PAGE,
        isPart: true,
      }
    },
    movements: async (kind, from, until) => ({
      ...allRead(await transactions[kind](from, until)),
      isLast: true,
      isPart: true,
    }),
    // The embedded payments send no webhooks, so any webhook is forged.
    isGenuine: () => false,
    referenceOf: () => ({ id: null, name: 'A webhook without an ID', what: 'The embedded payments send none' }),
    test: async () => 'Charges are simulated and stored in the database',
  }
}

const DOWN = { isPassing: true, isUndone: true }

const isForeign = (sentinel: Sentinel | undefined) => sentinel === 'foreign' || sentinel === 'foreign, unsaid'
function feeOf(kobo: number, sentinel: Sentinel | undefined): number {
  const { basisPoints, mostKobo } = isForeign(sentinel) ? EMBEDDED_FEE.foreign : EMBEDDED_FEE
  const fee = Math.min(Math.round((kobo * basisPoints) / 10_000), mostKobo ?? Infinity)
  return sentinel === 'other fee' ? fee * 2 : fee
}

const last4Of = (token: string) => TOKEN.exec(token)?.[3] ?? ''

const refundState = (sentinel: Sentinel | undefined, age: number): ProviderRefund['state'] => {
  if (sentinel !== 'needs the customer' && sentinel !== 'refunds fail') return 'succeeded'
  if (age < REFUNDS_MS) return 'pending'
  return sentinel === 'refunds fail' ? 'failed' : 'succeeded'
}

const cardOf = (token: string) => {
  const [, brand, first6, last4, month, year] = TOKEN.exec(token) ?? []
  if (!brand) return
  return {
    token,
    brand: brand.toUpperCase(),
    first6: first6!,
    last4: last4!,
    expiryMonth: Number(month),
    expiryYear: Number(year),
  }
}

function seen(
  { id, reference, token, email, kobo, at }: StoredCharge,
  now: Date,
  sentinel: Sentinel | undefined,
): ProviderCharge {
  const waits =
    sentinel === 'needs the customer' && now.getTime() - at.getTime() < CONFIRMS_MS
      ? 'The bank asks the customer to confirm'
      : undefined
  return {
    id: String(id),
    reference,
    state: waits ? 'needs_customer' : 'succeeded',
    kobo,
    currency: 'NGN',
    email,
    message: waits ?? 'Approved',
    // The customer confirms by waiting, because there is no bank page.
    confirmUrl: null,
    card: cardOf(token) ?? null,
    cardCountry: sentinel === 'foreign, unsaid' ? undefined : sentinel === 'foreign' ? 'GB' : 'NG',
    at,
    feeKobo: waits ? 0 : feeOf(kobo, sentinel),
  }
}
