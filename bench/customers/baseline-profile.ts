import { showCount } from '#contract/counted.ts'
import { tierName } from '#features/customers/points/rules.ts'
import { addMonths, dayOf, startOfDay } from '#contract/time.ts'
import { ZONE } from '../seeding.ts'
import { iso, rowsOf, type Answer, type Person } from './baseline-sql.ts'

type Term = { id: number; plan: string; from: string; to: string; seconds: number; kobo: number; multi: boolean | null }
type Payment = { at: string; kobo: number; reference: string | null; entry: number | null }
type Line = {
  id: number
  n: number
  kind: string
  quantity: number
  kobo: number
  product: string
  payment_reference: string | null
  at: string
}
/** With the subscription in force, if there is one. */
type Profile = Person & {
  birth_date: string
  gender: string
  billing_cycle: string
  registered_at: string
  profile_image: string | null
  card_pin_hash: string | null
  card: object | null
  default_cinema_id: string
  cinema_name: string
  version: number
  trailers_watched: number
  terms: Term[]
  payments: Payment[]
  older: number
  spent: { kobo: number; purchases: number }
  points: { available: number; tier: number }
  merged: { id: number; at: string; by: string }[]
  own: Line[]
  as_guest: Line[]
  genres: string[]
  visited: string | null
  sold_id: number | null
  plan: string
  kobo: number
  starts_at: string | null
  ends_at: string
}

const NEAR_MS = 45 * 24 * 3_600_000
const SECONDS_A_MONTH = (365.2425 / 12) * 24 * 3600
const OWN = 'p.customer_id = c.id'
const AS_GUEST = `p.customer_id is null and p.buyer_email <> '' and lower(p.buyer_email) = lower(c.email)`
const OLDER = (whose: string) => `(
  select count(*) from purchases p join purchase_lines l on l.purchase_id = p.id
  where ${whose} and p.at < $2 and l.kind in ('ticket', 'concession'))`
const BOUGHT = `select p.id, p.kobo from purchases p where ${OWN} union all select p.id, p.kobo from purchases p where ${AS_GUEST}`
const LINES = (whose: string) => `(
  select coalesce(jsonb_agg(y order by y.at desc, y.id desc, y.n), '[]') from (
    select p.id, l.n, l.kind, l.quantity, l.kobo, p.payment_reference, p.at,
      coalesce(nullif(l.product, ''), nullif(m.title, ''), m.name) as product
    from purchases p join purchase_lines l on l.purchase_id = p.id left join movies m on m.id = l.movie_id
    where ${whose} and p.at >= $2 and l.kind in ('ticket', 'concession')) y)`

/** Everything of one customer in one statement. */
export const profile =
  (id: number): Answer =>
  async (pool) => {
    const since = startOfDay(addMonths(dayOf(new Date(), ZONE), -6), ZONE)
    const [row] = await rowsOf<Profile>(
      pool,
      `select c.*, cinema.name as cinema_name, period.plan, period.kobo, period.starts_at, period.ends_at, sold.id as sold_id,
         (select jsonb_build_object('brand', brand, 'first6', first6, 'last4', last4,
            'expiry', lpad(expiry_month::text, 2, '0') || '/' || right(expiry_year::text, 2))
          from payment_cards where customer_id = c.id) as card,
         (select coalesce(jsonb_agg(jsonb_build_object('id', t.event_id, 'plan', t.plan, 'from', t.starts_at, 'to', t.ends_at,
              'seconds', extract(epoch from e.until - e.at), 'kobo', t.kobo, 'multi', p.is_multi_user) order by t.starts_at desc), '[]')
          from terms_of(array[c.id]) t join subscription_events e on e.id = t.event_id
            left join plan_names n on n.name = lower(t.plan) left join plans p on p.id = n.plan_id) as terms,
         (select coalesce(jsonb_agg(jsonb_build_object('at', p.at, 'kobo', l.kobo, 'reference', p.payment_reference, 'entry', e.id)
              order by p.at), '[]')
          from purchases p join purchase_lines l on l.purchase_id = p.id and l.kind = 'subscription'
            left join payments e on e.reference = p.payment
          where p.customer_id = c.id) as payments,
         ${LINES(OWN)} as own,
         ${LINES(AS_GUEST)} as as_guest,
         (${OLDER(OWN)} + ${OLDER(AS_GUEST)})::int as older,
         (select jsonb_build_object('purchases', count(*), 'kobo', coalesce(sum(b.kobo), 0) - coalesce(sum(
              (select sum(r.kobo) from refunds r where r.purchase_id = b.id)), 0)) from (${BOUGHT}) b) as spent,
         (select jsonb_build_object('available', coalesce(max(available), 0), 'tier', coalesce(max(tier), 0))
          from loyalty_members where customer_id = c.id) as points,
         (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'at', a.at, 'by', a.actor) order by a.at desc), '[]')
          from customers m join audit_log a
            on a.entity = 'customer' and a.entity_id = m.id::text and a.action = 'privacy.merge'
          where m.merged_into = c.id) as merged,
         array(
           select trim(g.genre) from purchases p
             join purchase_lines l on l.purchase_id = p.id and l.kind = 'ticket' join movies m on m.id = l.movie_id
           cross join unnest(case when m.genres = '{}' then string_to_array(m.pos_genre, ',') else m.genres end) g(genre)
           where p.customer_id = c.id and trim(g.genre) <> '' group by 1 order by sum(l.quantity) desc, 1 limit 3) as genres,
         (select h.name from (
            select r.cinema_id, 1 as rank, sum(r.tickets) as n from redemptions r where r.customer_id = c.id group by 1
            union all
            select p.cinema_id, 2, count(*) from purchases p where p.customer_id = c.id group by 1
          ) x join cinemas h on h.id = x.cinema_id order by x.rank, x.n desc, h.name limit 1) as visited
       from customers c left join cinemas cinema on cinema.id = c.default_cinema_id
       left join lateral (select * from subscription_periods where customer_id = c.id and ends_at > now() order by starts_at limit 1) period on true
       left join plan_names named on named.name = lower(period.plan)
       left join plans sold on sold.id = named.plan_id and sold.retired_at is null
       where c.id = $1 and c.is_listed`,
      [id, since],
    )
    const found = row!
    const isInForce = found.starts_at !== null && new Date(found.starts_at) <= new Date()
    return {
      userData: {
        id: found.id,
        firstName: found.first_name,
        lastName: found.last_name,
        email: found.email,
        mobile: found.phone,
        dateOfBirth: found.birth_date,
        gender: found.gender,
        createdAt: iso(found.registered_at),
        preferredBillingCycle: found.billing_cycle,
        profileImage: found.profile_image,
        rosettaCardNumber: found.card_number,
        hasCardPin: found.card_pin_hash !== null,
        card: found.card,
        status: isInForce ? 'Active' : 'Unsubscribed',
        defaultCinema: { id: found.default_cinema_id, cinema_name: found.cinema_name },
        version: found.version,
      },
      userSubscriptionHistory: {
        active_subscription: found.starts_at && {
          subscriptionId: found.sold_id,
          subscriptionName: found.plan,
          startsAt: iso(found.starts_at),
          endsAt: iso(found.ends_at),
          subStartDate: dayOf(new Date(found.starts_at), ZONE),
          subEndDate: dayOf(new Date(found.ends_at).getTime() - 1, ZONE),
          monthlyPrice: found.kobo / 100,
        },
        all_subscriptions: found.terms.map((term) => toTerm(term, found.payments)),
      },
      userCompleteTransaction: { guest_purchase: bought(found.as_guest), customer_purchase: bought(found.own) },
      olderPurchases: found.older,
      spend: { naira: found.spent.kobo / 100, purchases: found.spent.purchases, isPart: false },
      facts: [
        {
          label: 'Points',
          text: `${showCount(found.points.available)} · ${tierName(found.points.tier)}`,
          kind: 'points',
          id: String(found.id),
        },
      ],
      mergedFrom: found.merged.map((one) => ({ ...one, at: iso(one.at) })),
      habits: { preferences: found.genres, mostVisitedCinema: found.visited, trailersWatched: found.trailers_watched },
    }
  }

const toTerm = (term: Term, payments: readonly Payment[]) => {
  const near = ({ at }: Payment) => Math.abs(Date.parse(at) - Date.parse(term.from)) <= NEAR_MS
  const payment = payments.find(near)
  const months = Math.max(1, Math.round(term.seconds / SECONDS_A_MONTH))
  return {
    id: term.id,
    subscriptionName: term.plan,
    numberOfMonths: months,
    multiUserPlan: term.multi ?? false,
    subscriptionStartsAt: iso(term.from),
    subscriptionExpiresAt: iso(term.to),
    orderAmount: payment ? payment.kobo / 100 : null,
    paid: payment ? 'payment' : 'unknown',
    paymentReference: payment?.reference ?? null,
    paymentId: payment?.entry ?? null,
    monthlyPrice: term.kobo / 100,
  }
}

const bought = (lines: Line[]) => {
  const ofKind = (kind: string) =>
    lines
      .filter((line) => line.kind === kind)
      .map((line) => ({
        id: `${line.id}-${line.n}`,
        product_name: line.product,
        quantity: line.quantity,
        price: line.kobo / 100,
        paymentReference: line.payment_reference,
        createdAt: iso(line.at),
      }))
  return { concession: ofKind('concession'), ticket: ofKind('ticket') }
}
