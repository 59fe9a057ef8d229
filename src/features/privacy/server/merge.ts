import { sql } from 'drizzle-orm'
import { lockCards, noteChange } from '#features/customers/server/store.ts'
import { joinErrors } from '#features/error-logs/server/store.ts'
import { cardOf, mergePayments } from '#features/payments/server/store.ts'
import { joinAccounts } from '#features/points/server/store.ts'
import { mergeTrade, workOut } from '#features/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import type { MergeField, Side } from '../rules.ts'

type Actor = { id: number | null; name: string }

/** A record with what a merge chooses from. */
export type Half = {
  id: number
  version: number
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  birth_date: string | null
  gender: string | null
  billing_cycle: string | null
  default_cinema_id: string | null
  profile_image: string | null
  card_number: string | null
  card_pin_hash: string | null
  password_hash: string | null
  aliases: string
  trailers_watched: number | null
  channel: string
  registered_at: string
  registered_on: string
  tokens_cleared_at: string | null
  purchases: number
  club: { joined_at: string; guardian_name: string; consent_on: string | null; consent_source: string | null } | null
  cinema: string | null
  events: number
  redemptions: number
  points: number
}

/** Two listed customers, in the order of the ids asked for; with `lock` held until the transaction ends. */
export async function halves(
  db: Db,
  [one, other]: readonly [number, number],
  { lock = false } = {},
): Promise<[Half | undefined, Half | undefined]> {
  const ids = sql`${sql.param([one, other])}::bigint[]`
  // Whoever tells of one of them holds the row as well.
  if (lock) await db.execute(sql`select from customers where id = any(${ids}) order by id for update`)
  const { rows } = await db.execute<Half>(sql`
    select c.*, ci.name as cinema,
      (select to_jsonb(k) from kids_club_members k where k.customer_id = c.id) as club,
      (select count(*) from subscription_events e where e.customer_id = c.id) as events,
      (select coalesce(sum(tickets), 0)::int from redemptions r where r.customer_id = c.id) as redemptions,
      coalesce((select available from loyalty_members m where m.customer_id = c.id), 0) as points
    from customers c left join cinemas ci on ci.id = c.default_cinema_id
    where c.is_listed and c.id = any(${ids})`)
  return [rows.find(({ id }) => id === one), rows.find(({ id }) => id === other)]
}

/** What each field of a record says, for people to choose from; null where it says nothing. */
export async function valuesOf(db: Db, half: Half): Promise<Record<MergeField, string | null>> {
  const card = await cardOf(db, half.id)
  const { club } = half
  return {
    name: `${half.first_name} ${half.last_name}`.trim() || null,
    email: half.email,
    mobile: half.phone,
    dateOfBirth: half.birth_date,
    gender: half.gender,
    billingCycle: half.billing_cycle,
    defaultCinema: half.cinema ?? half.default_cinema_id,
    profileImage: half.profile_image,
    cardNumber: half.card_number,
    paymentCard: card && `${card.brand} •••• ${card.last4}, ${card.expiry}`,
    guardian:
      club &&
      [club.guardian_name || 'No guardian', club.consent_on ? `consent ${club.consent_on}` : 'no consent'].join(', '),
  }
}

/**
 * Makes one record of two, in the caller's transaction, which holds both: everything that `lost` bought and did is
 * `kept`'s. Who registered first did; what was told of `lost` later is taken for `kept`.
 */
export async function mergeHalves(
  tx: Db,
  kept: Half,
  lost: Half,
  sideOf: (field: MergeField) => Side,
  by: Actor,
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  await lockCards(tx)
  await tx.execute(sql`select counting()`)
  await moveTrade(tx, kept, lost)
  await mergeClub(tx, kept, lost, sideOf('guardian'))
  await mergePayments(tx, lost.id, kept.id, sideOf('paymentCard') === 'other' ? lost.id : kept.id)
  await joinAccounts(tx, { from: lost.id, to: kept.id }, by, now)
  await tx.execute(sql`delete from customer_password_resets where customer_id = ${lost.id}`)
  await tx.execute(sql`
    delete from duplicate_dismissals where low_id = ${lost.id} or high_id = ${lost.id}`)
  await writeIdentity(tx, kept, lost, sideOf, now)
  await workOut(tx, zone, [kept.id, lost.id])
  await noteChange(tx, kept.id, 'edited', now)
  await noteChange(tx, lost.id, 'merged', now)
}

/** Purchases keep their day and money, so that sums stay; who bought how often is counted anew for the two. */
async function moveTrade(tx: Db, kept: Half, lost: Half) {
  await mergeTrade(tx, { from: lost.id, to: kept.id })
  await joinErrors(tx, { from: lost.id, to: kept.id })
  const together = kept.purchases + lost.purchases
  const buyers = (n: number) => (n > 0 ? 1 : 0)
  const repeated = (n: number) => (n > 1 ? 1 : 0)
  await tx.execute(sql`
    update customers set purchases = case id when ${kept.id} then ${together}::int else 0 end
    where id in (${kept.id}, ${lost.id})`)
  await tx.execute(sql`
    update buyer_counts set
      buyers = buyers + ${buyers(together) - buyers(kept.purchases) - buyers(lost.purchases)},
      repeat_buyers = repeat_buyers + ${repeated(together) - repeated(kept.purchases) - repeated(lost.purchases)}`)
}

/** A member since the earlier of the two; guardian and consent are one thing and come from one side. */
async function mergeClub(tx: Db, kept: Half, lost: Half, side: Side) {
  const chosen = (side === 'other' ? lost.club : kept.club) ?? kept.club ?? lost.club
  if (!chosen) return
  const joined = [kept.club, lost.club].flatMap((club) => (club ? [new Date(club.joined_at)] : []))
  const first = new Date(Math.min(...joined.map(Number)))
  await tx.execute(sql`delete from kids_club_members where customer_id = ${lost.id}`)
  await tx.execute(sql`
    insert into kids_club_members (customer_id, joined_at, guardian_name, consent_on, consent_source)
    values (${kept.id}, ${first.toISOString()}, ${chosen.guardian_name}, ${chosen.consent_on}, ${chosen.consent_source})
    on conflict (customer_id) do update set joined_at = excluded.joined_at, guardian_name = excluded.guardian_name,
      consent_on = excluded.consent_on, consent_source = excluded.consent_source, version = kids_club_members.version + 1`)
}

async function writeIdentity(tx: Db, kept: Half, lost: Half, sideOf: (field: MergeField) => Side, now: Date) {
  const from = (field: MergeField) => (sideOf(field) === 'other' ? lost : kept)
  const first = Date.parse(lost.registered_at) < Date.parse(kept.registered_at) ? lost : kept
  // First the one that goes: of two listed customers no two have one membership card.
  await tx.execute(sql`
    update customers set merged_into = ${kept.id}, registered_at = null, registered_on = null, first_name = '',
      last_name = '', email = null, phone = null, birth_date = null, gender = null, billing_cycle = null,
      default_cinema_id = null, profile_image = null, card_number = null, card_pin_hash = null, password_hash = null,
      trailers_watched = null, aliases = '', tokens_cleared_at = ${now.toISOString()}, version = version + 1
    where id = ${lost.id}`)
  await tx.execute(sql`update customers set merged_into = ${kept.id} where merged_into = ${lost.id}`)
  const [email, phone] = [from('email').email, from('mobile').phone]
  const trailers = [kept.trailers_watched, lost.trailers_watched].filter((n) => n !== null)
  await tx.execute(sql`
    update customers set
      first_name = ${from('name').first_name}, last_name = ${from('name').last_name}, email = ${email},
      phone = ${phone}, aliases = ${aliasesOf([kept, lost], [email, phone])}, birth_date = ${from('dateOfBirth').birth_date}, gender = ${from('gender').gender},
      billing_cycle = ${from('billingCycle').billing_cycle},
      default_cinema_id = ${from('defaultCinema').default_cinema_id},
      profile_image = ${from('profileImage').profile_image}, card_number = ${from('cardNumber').card_number},
      card_pin_hash = ${from('cardNumber').card_pin_hash}, password_hash = ${from('email').password_hash},
      trailers_watched = ${trailers.length ? trailers.reduce((sum, n) => sum + n, 0) : null},
      channel = ${first.channel}, registered_at = ${first.registered_at}, registered_on = ${first.registered_on},
      told_at = greatest(told_at, ${now.toISOString()}::timestamptz), version = version + 1
    where id = ${kept.id}`)
}

/** By what the two were known and are not any more, with spaces between them. */
const aliasesOf = (halves: readonly Half[], chosen: readonly (string | null)[]): string => {
  const known = halves.flatMap(({ email, phone, aliases }) => [...aliases.split(' '), email, phone])
  return [...new Set(known.filter((contact) => contact && !chosen.includes(contact)))].join(' ')
}
