/**
 * What happened to money on a day, as it was known at a moment: what was recorded later is left out, what was recorded
 * before this was noted was always known.
 */
import { sql, type SQL } from 'drizzle-orm'
import { daysAsInstants, type Day } from '#contract/time.ts'
import { cubeMoney } from '#features/insights/analytics/server/public.ts'

export type Known = { day: Day; zone: string; provider: string; asOf: string | undefined }

export const known = (column: SQL, asOf: string | undefined): SQL =>
  asOf === undefined ? sql`true` : sql`coalesce(${column} <= ${asOf}::timestamptz, true)`

/** Whether an instant is of the day. */
export const isOfDay = (at: SQL, { day, zone }: Known): SQL => {
  const [from, until] = daysAsInstants(day, day, zone)
  return sql`${at} >= ${from.toISOString()} and ${at} < ${until.toISOString()}`
}

const BY = sql`paid_by(p.source, p.payment_reference, p.channel, p.payment_method)`

/** Of what was voided: whether it counted at the moment. */
const counted = (asOf: string | undefined): SQL =>
  asOf === undefined ? sql`false` : sql`${known(sql`v.recorded_at`, asOf)} and v.voided_at > ${asOf}::timestamptz`

/** What counted at the moment and was voided or corrected since, by kind of things; kobo. */
export const voidedSince = ({ day, asOf }: Known) => sql`(
  select v.* from voided_sales v where v.day = ${day} and ${counted(asOf)})`

/** What was sold and, as was known, counted under a reference `x.reference`: the cinema and the day. */
export const soldUnder = ({ asOf }: Known) => sql`(
  select coalesce(p.cinema_id, '') as cinema, p.day from purchases p
  where p.payment_reference = x.reference and ${known(sql`p.recorded_at`, asOf)}
  union all
  select coalesce(v.cinema_id, ''), v.day from voided_sales v
  where v.payment_reference = x.reference and not v.is_refund and ${counted(asOf)})`

/** Purchases and refunds of the day: by which way, under which reference; kobo. */
export const sales = (of: Known) => sql`(
  select p.id, false as is_refund, coalesce(p.cinema_id, '') as cinema, ${BY} as paid_by, p.payment_reference as reference, p.kobo,
    p.recorded_at, p.external_id
  from purchases p where p.day = ${of.day} and ${known(sql`p.recorded_at`, of.asOf)}
  union all
  select r.id, true, coalesce(p.cinema_id, ''), ${BY}, p.payment_reference, r.kobo, r.recorded_at, r.external_id
  from refunds r join purchases p on p.id = r.purchase_id
  where r.day = ${of.day} and ${known(sql`r.recorded_at`, of.asOf)}
  union all
  select id, is_refund, coalesce(cinema_id, ''), paid_by, payment_reference, kobo, recorded_at, ''
  from ${voidedSince(of)} v)`

/** Payments for cube bookings and what was paid back of them: what staff took at the cinema is counted at its tills. */
export const cubes = (of: Known) => sql`(
  select y.*, y.cinema_id as cinema,
    case when y.provider is not null then 'provider' when y.method in ('cash', 'card') then y.method else 'other' end as paid_by
  from ${cubeMoney((at, recordedAt) => sql`${isOfDay(at, of)} and ${known(recordedAt, of.asOf)}`)} y)`

/** What the provider told of the day. */
export const providerTransactions = (of: Known) => sql`(
  select m.* from provider_transactions m
  where m.provider = ${of.provider} and m.day = ${of.day} and ${known(sql`m.recorded_at`, of.asOf)})`

/** The cinema of what was bought under a reference `x.reference`, as known; empty of several or none. */
export const cinemaOf = (of: Known) => sql`coalesce((
  select case when min(cinema) = max(cinema) then min(cinema) end from (
    select cinema from ${soldUnder(of)} s
    union all
    select c.cinema_id from cube_payments y join cube_bookings b on b.id = y.booking_id join cubes c on c.id = b.cube_id
    where y.provider = ${of.provider} and y.reference = x.reference and ${known(sql`y.recorded_at`, of.asOf)}
  ) places), '')`
