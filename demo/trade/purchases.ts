import { rngOf, type Rng } from '#demo/random.ts'
import { addDays, type Day } from '#contract/time.ts'
import { sentOn } from '#demo/days.ts'
import { DEMO_PUSHES, DEMO_REFERRALS } from '#demo/chain/codes.ts'
import { concessions, partyOf, type BasketLine } from './basket.ts'
import { channelOf, onlineChannelOf, type Channel } from './channels.ts'
import { customerId } from './customers.ts'
import type { Demand } from './demand.ts'
import { HOUR, MINUTE, type Zone } from './zone.ts'
import { emailOf, nameOf, phoneOf } from './names.ts'
import { Seats, ticketPrice, type Show, type Shows } from './shows.ts'
import { STILL, stillOn } from './stories.ts'
import type { Subscriptions } from './subscriptions.ts'

/** A purchase as it is reported. `at` in milliseconds; the show it is for goes along for what follows from it. */
export type Purchase = {
  id: string
  at: number
  channel: Channel
  cinema: string | null
  customer: string | null
  name: string
  email: string
  phone: string
  reference: string
  referral: string | null
  lines: BasketLine[]
  show: Show | null
  /** Its tickets are a subscription's. */
  byPlan: boolean
}

/** Days of the year before which a show is booked: most on the day itself. */
const LEADS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3]
/** After a notification. */
const ACTED_ON_DAYS = 2
const FIRST_SALE = 6.5 * HOUR
const GUESTS: Record<Channel, number> = { web: 0.24, mobile: 0.07, not_specified: 0.72 }
const CUSTOMER_TRIES = 6

export type Chain = { demand: Demand; shows: Shows; subscriptions: Subscriptions; zone: Zone; seed: number }

/** Everything that is bought on a day, in order of time. */
export function purchasesOn(day: Day, chain: Chain): Purchase[] {
  const rng = rngOf(`trade ${chain.seed} ${day}`)
  const push = pushOn(day, chain.demand.origin)
  const seats = new Seats(chain.shows, day)
  const box = Array.from({ length: chain.demand.purchasesOn(day) }, (_, at) =>
    atTheBox(`${day}-${at}`, day, rng, chain, { push, seats }),
  ).filter(isSold(day, chain))
  return [...box, ...subscriptionPayments(day, chain), ...planTickets(day, chain, seats)].sort((a, b) => a.at - b.at)
}

/** Nothing is at a till that stands still. */
function isSold(day: Day, { demand, zone }: Chain): (purchase: Purchase) => boolean {
  const hours = stillOn(day, demand.origin)
  if (!hours) return () => true
  const [from, until] = hours.map((hour) => zone.midnight(day) + hour * HOUR) as [number, number]
  return ({ channel, cinema, at }) => channel !== 'not_specified' || cinema !== STILL || at < from || at >= until
}

const referenceOf = (channel: Channel, rng: Rng) =>
  channel === 'not_specified'
    ? `POS-${rng.int(10_000_000, 99_999_999)}`
    : `FLW-${rng.int(1_000_000_000, 9_999_999_999)}`

type Selling = { push: string | undefined; seats: Seats }

function atTheBox(id: string, day: Day, rng: Rng, chain: Chain, { push, seats }: Selling): Purchase {
  const age = chain.demand.age(day)
  const channel = channelOf(rng, age)
  const isCounter = channel === 'not_specified'
  const lead = isCounter ? 0 : rng.pick(LEADS)
  const wants = rng.next()
  const { show, seats: occupied } = seats.sell(addDays(day, lead), wants < 0.06 ? 0 : partyOf(rng), rng)
  const at = soldAt(show, lead, isCounter, chain.zone.midnight(day), rng)
  const isGuest = rng.chance(GUESTS[channel])
  const number = isGuest ? undefined : someCustomer(chain.demand.customersBefore(day), rng, chain.seed)
  const discount = (number !== undefined && chain.subscriptions.planAt(number, at)?.discount) || 0
  const paid = occupied.length ? [ticketsFor(show, occupied, ticketPrice(show.cinema, addDays(day, lead), age))] : []
  const food = !occupied.length || wants > 0.6 ? concessions(rng, age, discount) : []
  return {
    id,
    at,
    channel,
    cinema: show.cinema,
    ...(number === undefined ? guest(channel, rng) : { customer: customerId(number), ...unnamed }),
    reference: referenceOf(channel, rng),
    referral: isCounter ? null : referralOf(push, rng),
    lines: [...paid, ...food],
    show: occupied.length ? show : null,
    byPlan: false,
  }
}

/** The code of the notification that people act on that day. */
const pushOn = (day: Day, origin: Day): string | undefined =>
  DEMO_PUSHES.find((push) => {
    const sent = sentOn(push, origin)
    return sent <= day && day <= addDays(sent, ACTED_ON_DAYS)
  })?.code

const referralOf = (push: string | undefined, rng: Rng): string | null => {
  if (push && rng.chance(0.14)) return push
  return rng.chance(0.03) ? rng.pick(DEMO_REFERRALS) : null
}

const unnamed = { name: '', email: '', phone: '' }

const ticketsFor = (show: Show, seats: string[], price: number): BasketLine => ({
  kind: 'ticket',
  quantity: seats.length,
  kobo: price * seats.length,
  discount: 0,
  product: '',
  movie: show.movie,
  show_at: show.at,
  seats,
})

/** At the counter on the way in; online some hours ahead, or at any time of an earlier day. */
function soldAt(show: Show, lead: number, isCounter: boolean, midnight: number, rng: Rng): number {
  if (lead > 0) return Math.floor(midnight + 8 * HOUR + Math.sqrt(rng.next()) * 15.5 * HOUR)
  if (isCounter) return Math.floor(show.at - rng.range(0, 26) * MINUTE)
  const before = rng.range(12, 40) * MINUTE + rng.next() ** 2 * 9 * HOUR
  return Math.floor(Math.max(show.at - before, midnight + FIRST_SALE + rng.next() * 2 * HOUR))
}

/** At the counter nobody asks for a name. */
function guest(channel: Channel, rng: Rng) {
  if (channel === 'not_specified') return { customer: null, ...unnamed }
  const name = nameOf(rng)
  return {
    customer: null,
    name: `${name.first} ${name.last}`,
    email: emailOf(name, rng.int(1, 9999), rng),
    phone: phoneOf(rng),
  }
}

/** Some go often and many hardly ever; who has just registered goes soon. */
function someCustomer(count: number, rng: Rng, seed: number): number | undefined {
  if (count === 0) return
  if (rng.chance(0.3)) return count - 1 - Math.floor(rng.next() * Math.min(count, 10 + count * 0.04))
  let number = 0
  for (let left = CUSTOMER_TRIES; left > 0; left--) {
    number = Math.floor(rng.next() * count)
    if (rngOf(`often ${seed} ${number}`).next() ** 4 > rng.next()) break
  }
  return number
}

const subscriptionPayments = (day: Day, { demand, subscriptions, seed }: Chain): Purchase[] =>
  subscriptions.startedOn(day).map(({ number, n, plan, from }) => {
    const rng = rngOf(`paid ${seed} ${number} ${n}`)
    const channel = onlineChannelOf(rng, demand.age(day))
    const { name: product, kobo } = plan
    return {
      id: `s${number}-${n}`,
      at: from,
      channel,
      cinema: null,
      customer: customerId(number),
      ...unnamed,
      reference: referenceOf(channel, rng),
      referral: null,
      lines: [{ kind: 'subscription', quantity: 1, kobo, discount: 0, product, movie: null, show_at: null }],
      show: null,
      byPlan: false,
    }
  })

/** A plan's tickets are sold for nothing, their price taken off; what is eaten with them costs less. */
const planTickets = (day: Day, { demand, subscriptions, zone, seed }: Chain, seats: Seats): Purchase[] =>
  subscriptions.usedOn(day).flatMap(({ term: { number, n, plan }, use, at: place }) => {
    const rng = rngOf(`used ${seed} ${number} ${n} ${place}`)
    const age = demand.age(day)
    const channel = onlineChannelOf(rng, age)
    const { show, seats: occupied } = seats.sell(day, use.tickets, rng)
    if (!occupied.length) return []
    const { kobo, ...paid } = ticketsFor(show, occupied, ticketPrice(show.cinema, day, age))
    const food = rng.chance(0.44) ? concessions(rng, age, plan.discount) : []
    return {
      id: `u${number}-${n}-${place}`,
      at: soldAt(show, 0, false, zone.midnight(day), rng),
      channel,
      cinema: show.cinema,
      customer: customerId(number),
      ...unnamed,
      reference: referenceOf(channel, rng),
      referral: null,
      lines: [{ ...paid, kobo: 0, discount: kobo, product: `${plan.name} ticket` }, ...food],
      show,
      byPlan: true,
    }
  })
