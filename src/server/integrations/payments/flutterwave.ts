import { createHash, timingSafeEqual } from 'node:crypto'
import type * as z from 'zod/mini'
import { toNaira } from '#contract/money.ts'
import type { FlutterwaveSettings } from '../../env.ts'
import { IntegrationError } from '../error.ts'
import { vendorClient, wrongAddress, type Vendor } from '../vendor.ts'
import {
  BanksAnswer,
  chargeFrom,
  isUnknownReference,
  isUsedReference,
  momentOf,
  MOVEMENTS,
  type Moves,
  ONE_TRANSACTION,
  PageAnswer,
  referenceIn,
  RefundAnswer,
  refundFrom,
  SOUGHT_REFUNDS,
  TransactionAnswer,
  TRANSACTIONS,
  TransactionsAnswer,
} from './flutterwave-shapes.ts'
import { idIn, readRecord, type Reading, type Row, type Unread } from '../records.ts'
import type { Payments, ProviderCharge, UnreadCharge } from './port.ts'

const NAME = 'The payment provider'
/** Timeout of a charge. Flutterwave answers 503 after 28 seconds and may have charged the card. */
const CHARGE_WITHIN_MS = 35_000
const ASK_WITHIN_MS = 15_000
/** Largest number of pages of refunds that are searched, from the day of our request. */
const MOST_PAGES = 50
const DAY_MS = 86_400_000
/** Error statuses with a message: declined, wrong token, unknown transaction. */
const WITH_MESSAGE = [400, 404, 422]

/** Flutterwave, version 3 of its API. Amounts are in naira. */
export function flutterwavePayments(
  { secretKey, webhookHash, url }: FlutterwaveSettings,
  more: Partial<Pick<Vendor, 'timeoutMs' | 'wait'>> = {},
): Payments {
  const vendor = { name: NAME, baseUrl: url, headers: { authorization: `Bearer ${secretKey}` } }
  const asking = vendorClient({ ...vendor, timeoutMs: ASK_WITHIN_MS, ...more })
  const acting = vendorClient({ ...vendor, timeoutMs: CHARGE_WITHIN_MS, ...more })

  const post = async <T extends z.core.$ZodType>(path: string, body: object, schema: T) => {
    const answer = await acting.post(path, body, { schema, answers: WITH_MESSAGE })
    if (answer === undefined) throw new IntegrationError(`${NAME} rejected the request (404)`, { isUndone: true })
    return answer
  }

  return {
    kind: 'flutterwave',
    charge: async ({ reference, token, email, kobo, narration, returnUrl }) => {
      const order = {
        token,
        email,
        currency: 'NGN',
        country: 'NG',
        amount: toNaira(kobo),
        tx_ref: reference,
        narration,
        redirect_url: returnUrl,
      }
      const { status, message, data } = await post('/tokenized-charges', order, TransactionAnswer)
      if (data) return chargeOf(data, reference)
      // A used reference belongs to a charge that was made or is in progress.
      if (status === 'success' || isUsedReference(message))
        throw new IntegrationError(`${NAME} returned no charge: ${message}`)
      return { state: 'declined', message }
    },
    find: async (reference) => {
      const answer = await asking.json('/transactions/verify_by_reference', {
        query: { tx_ref: reference },
        schema: TransactionAnswer,
        answers: WITH_MESSAGE,
      })
      if (answer?.data) return chargeOf(answer.data, reference)
      if (answer && isUnknownReference(answer.message)) return
      throw new IntegrationError(`${NAME} did not report the state of a charge: ${answer?.message ?? 'no answer'}`)
    },
    refund: async (id, kobo, reference) => {
      const body = {
        ...(kobo !== undefined && { amount: toNaira(kobo) }),
        // Flutterwave has no key for refunds, so our reference in the comments identifies them.
        ...(reference !== undefined && { comments: reference }),
      }
      const { message, data } = await post(`/transactions/${encodeURIComponent(id)}/refund`, body, RefundAnswer)
      if (!data) throw new IntegrationError(`${NAME} rejected the refund: ${message}`, { isOfOneRequest: true })
      return refundFrom(data)
    },
    findRefund: async ({ chargeId, reference, at }) => {
      let unread: string | undefined
      for (let page = 1; page <= MOST_PAGES; page++) {
        const answer = await asking.json('/refunds', {
          query: { from: dayIn(at, -1), to: dayIn(at, 2), page },
          schema: PageAnswer,
        })
        if (!answer) throw new IntegrationError(`${NAME} rejected the request (404)`)
        for (const [n, row] of answer.data.entries()) {
          const read = readRecord(row, SOUGHT_REFUNDS, n + 1)
          if ('unread' in read)
            unread ??= canBeOf(chargeId, read.row) ? `${read.unread.name}: ${read.unread.what}` : undefined
          else if (read.record.tx_id === chargeId && read.record.comments.includes(reference))
            return refundFrom(read.record)
        }
        if (page >= answer.meta.page_info.total_pages || answer.data.length === 0) {
          // The refund may be ours. To report none would pay the money back twice.
          if (unread)
            throw new IntegrationError(`${NAME} lists a refund that cannot be read (${unread})`, {
              isOfOneRequest: true,
            })
          return
        }
      }
      throw new IntegrationError(`${NAME} lists more refunds than we can search`)
    },
    charges: async (from, until, page) => {
      // Flutterwave's days may be of another time zone. One more day on each side is read, and times outside the period
      // are excluded here.
      const answer = await asking.json('/transactions', {
        query: { from: dayIn(from, -1), to: dayIn(until, 1), page },
        schema: TransactionsAnswer,
      })
      if (!answer) throw new IntegrationError(`${NAME} rejected the request (404)`)
      const isLast = page >= answer.meta.page_info.total_pages || answer.data.length === 0
      const { found, unread } = readWithin(answer.data, TRANSACTIONS, [from, until])
      const records = found.map(chargeFrom).filter(({ at }) => at >= from && at < until)
      const named = unread.map(({ row, ...one }): UnreadCharge => ({ ...one, reference: idIn(row.tx_ref) ?? null }))
      return { records, readIds: found.map(({ id }) => id), unread: named, isLast, isPart: true }
    },
    movements: async (kind, from, until, page) => {
      const query = { from: dayIn(from, -1), to: dayIn(until, 1), page }
      const { path, reading, transactionOf } = MOVEMENTS[kind] as Moves<z.ZodMiniType<{ id: string }>>
      const answer = await asking.json(path, { query, schema: PageAnswer })
      if (!answer) throw new IntegrationError(`${NAME} rejected the request (404)`)
      const { found, unread } = readWithin(answer.data, reading, [from, until])
      const records = found.flatMap((row) => transactionOf(row) ?? []).filter(({ at }) => at >= from && at < until)
      return {
        records,
        readIds: found.map(({ id }) => id),
        unread: unread.map(({ row: _, ...one }) => one),
        isLast: page >= answer.meta.page_info.total_pages || answer.data.length === 0,
        isPart: true,
      }
    },
    isGenuine: (headers) => {
      const sent = headers['verif-hash']
      return typeof sent === 'string' && isSame(sent, webhookHash)
    },
    referenceOf: referenceIn,
    test: async () => {
      const answer = await asking.json('/banks/NG', { schema: BanksAnswer })
      if (!answer) throw new IntegrationError(wrongAddress(NAME))
      return `Found ${answer.data.length} banks`
    },
  }
}

/** Reads the rows of a page. Unreadable rows are returned unless they are outside the period. */
function readWithin<T extends z.core.$ZodType<{ id: string }>>(
  rows: readonly unknown[],
  reading: Reading<T>,
  [from, until]: [Date, Date],
) {
  const found: z.core.output<T>[] = []
  const unread: (Unread & { row: Row })[] = []
  for (const [at, value] of rows.entries()) {
    const read = readRecord(value, reading, at + 1)
    if ('record' in read) {
      found.push(read.record)
      continue
    }
    const moment = momentOf(read.row[reading.at!])
    if (!moment || (moment >= from && moment < until)) unread.push({ ...read.unread, row: read.row })
  }
  return { found, unread }
}

/** Returns whether an unreadable refund can be of a charge. */
const canBeOf = (chargeId: string, row: Row) => {
  const id = idIn(row.tx_id)
  return id === undefined || id === chargeId
}

/** Returns a day in UTC, as the API expects. */
const dayIn = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** Converts a charge and checks its reference. An unreadable charge leaves the state of ours open. */
function chargeOf(data: unknown, reference: string): ProviderCharge {
  const read = readRecord(data, ONE_TRANSACTION, 1)
  if ('unread' in read) {
    const { name, what } = read.unread
    throw new IntegrationError(`${NAME} returned a charge that cannot be read (${name}: ${what})`, {
      isOfOneRequest: true,
    })
  }
  if (read.record.tx_ref !== reference) throw new IntegrationError(`${NAME} returned another charge`)
  return chargeFrom(read.record)
}

/** Compares in constant time. */
const isSame = (one: string, other: string) => timingSafeEqual(hashOf(one), hashOf(other))
const hashOf = (text: string) => createHash('sha256').update(text).digest()
