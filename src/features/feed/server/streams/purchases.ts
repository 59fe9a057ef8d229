import { sql } from 'drizzle-orm'
import { toKobo } from '#contract/money.ts'
import type { Line } from '../../lines.ts'
import { toE164 } from '#server/phone.ts'
import { holdCustomers, type Person } from './people.ts'
import { refund } from './refunds.ts'
import { ACCEPTED, byId, duplicatesOf, listOf, rowsOf, utc, utcOrNone, type Take, type Taking } from './taking.ts'
import { letNobodyWait } from './waiting.ts'

/** Adds purchases and their lines; refunds of them that came before them are taken now. */
export const takePurchases: Take<'purchases'> = async (at, lines) => {
  await letNobodyWait(at)
  const people = await holdCustomers(
    at,
    lines.map((line) => line.customer_id),
  )
  const ids = await addPurchases(at, lines, people)
  const fresh = lines.filter(({ id }) => ids.has(id))
  if (fresh.length) {
    await addLines(at, fresh, ids)
    await takeWaitingRefunds(at, [...ids.keys()])
  }
  const again = lines.filter(({ id }) => !ids.has(id))
  const duplicate = await duplicatesOf(at, again, (told) => toldOtherwise(at, told))
  return lines.map(({ id }) => (ids.has(id) ? ACCEPTED : duplicate(id)))
}

const koboOf = ({ lines }: Line<'purchases'>) => lines.reduce((sum, { amount }) => sum + toKobo(amount), 0)

/** Selects the ids of purchases that are stored with another time, place, payment or other lines. */
const toldOtherwise = ({ source }: Taking, lines: readonly Line<'purchases'>[]) => sql`
  select x.id
  from ${rowsOf(
    lines.map((line) => ({
      id: line.id,
      at: utc(line.at),
      channel: line.channel,
      cinema: line.cinema_id,
      payment: line.payment_reference,
      lines: line.lines.map(({ kind, quantity, amount, discount }) => [
        kind,
        quantity,
        toKobo(amount),
        toKobo(discount),
      ]),
    })),
    'id text, at timestamptz, channel text, cinema text, payment text, lines jsonb',
  )} join purchases p on p.source = ${source} and p.external_id = x.id
  where (p.at, p.channel) <> (x.at, x.channel) or p.cinema_id is distinct from x.cinema
    or p.payment_reference is distinct from x.payment
    or x.lines <> (
      select jsonb_agg(jsonb_build_array(l.kind, l.quantity, l.kobo, l.discount_kobo) order by l.n)
      from purchase_lines l where l.purchase_id = p.id)`

/** What is told of somebody who was erased stays without a name. */
const NOBODY = { name: '', email: '', phone: '' }
const buyerOf = ({ name, email, phone }: Line<'purchases'>) => ({ name, email, phone: toE164(phone) ?? phone })

/** @returns the ids of those that were not told before, by the tellers' ids */
async function addPurchases(
  { db, source, zone }: Taking,
  lines: readonly Line<'purchases'>[],
  people: Map<string, Person>,
) {
  const purchases = byId(lines).map((line) => {
    const customer = line.customer_id ? people.get(line.customer_id) : undefined
    return {
      id: line.id,
      at: utc(line.at),
      channel: line.channel,
      cinema: line.cinema_id,
      customer: customer?.id,
      ...(customer?.isErased ? NOBODY : buyerOf(line)),
      payment: line.payment_reference,
      referral: line.referral_code,
      kobo: koboOf(line),
    }
  })
  const { rows } = await db.execute<{ id: number; external_id: string }>(sql`
    insert into purchases (source, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email,
      buyer_phone, payment_reference, referral_code, kobo, by_subscriber)
    select ${source}, x.id, x.at, (x.at at time zone ${zone})::date, x.channel, x.cinema, x.customer, x.name, x.email,
      x.phone, x.payment, x.referral, x.kobo,
      exists (select from stints s where s.customer_id = x.customer and s.starts_at <= x.at and x.at < s.ends_at)
    from ${rowsOf(
      purchases,
      `id text, at timestamptz, channel text, cinema text, customer bigint, name text, email text, phone text,
       payment text, referral text, kobo bigint`,
    )}
    on conflict (source, external_id) do nothing returning id, external_id`)
  return new Map(rows.map((row) => [row.external_id, row.id]))
}

async function addLines({ db, zone }: Taking, purchases: readonly Line<'purchases'>[], ids: Map<string, number>) {
  const lines = purchases.flatMap((purchase) =>
    purchase.lines.map((line, index) => ({
      purchase: ids.get(purchase.id),
      n: index + 1,
      kind: line.kind,
      quantity: line.quantity,
      kobo: toKobo(line.amount),
      discount: toKobo(line.discount),
      product: line.product,
      movie: line.movie_id,
      show: utcOrNone(line.show_at),
    })),
  )
  await db.execute(sql`
    insert into purchase_lines
      (purchase_id, n, kind, quantity, kobo, discount_kobo, product, movie_id, show_at, show_day)
    select x.purchase, x.n, x.kind, x.quantity, x.kobo, x.discount, x.product, x.movie, x.show,
      (x.show at time zone ${zone})::date
    from ${rowsOf(
      lines,
      `purchase bigint, n smallint, kind text, quantity integer, kobo bigint, discount bigint, product text, movie text,
       show timestamptz`,
    )}`)
}

/** A refund that is more than its purchase waits no more, and stays with the reason: nobody is there to be answered. */
async function takeWaitingRefunds(at: Taking, purchases: string[]) {
  const { db, source, log } = at
  const { rows } = await db.execute<{ line: Line<'refunds'> }>(sql`
    select line from feed_waiting
    where source = ${source} and stream = 'refunds' and waits_for = any(${listOf(purchases, 'text')}) and reason is null
    order by external_id for update`)
  if (rows.length === 0) return
  const lines = rows.map((row) => row.line)
  const outcomes = await refund(at, lines)
  const settled = lines.map(({ id }, index) => ({ id, reason: outcomes[index]!.reason }))
  const taken = settled.filter(({ reason }) => !reason).map(({ id }) => id)
  await db.execute(sql`
    delete from feed_waiting
    where source = ${source} and stream = 'refunds' and external_id = any(${listOf(taken, 'text')})`)
  for (const { id, reason } of settled) {
    if (!reason) continue
    log.warn({ source, refund: id, reason }, 'a refund that waited for its purchase was refused')
    await db.execute(sql`
      update feed_waiting set reason = ${reason}
      where source = ${source} and stream = 'refunds' and external_id = ${id}`)
  }
}
