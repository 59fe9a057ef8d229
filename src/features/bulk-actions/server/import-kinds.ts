import { fold } from '#contract/fold.ts'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { dayOf, instantAt, showDay } from '#contract/time.ts'
import { openCinemas } from '#features/cinemas/server/public.ts'
import { setPrice } from '#features/concessions/rules.ts'
import { menuProducts, productsToCost } from '#features/concessions/server/public.ts'
import { customersWith, type Met } from '#features/customers/server/public.ts'
import { eventsNamed, showtimesOf, ticketsOf } from '#features/events/server/public.ts'
import { joined, toTyped } from '#features/events/rules.ts'
import { membersAmong } from '#features/kids-club/server/public.ts'
import { messages as ofClub } from '#features/kids-club/rules.ts'
import { moviesTitled } from '#features/movies/server/public.ts'
import { linksNamed } from '#features/referral-links/server/public.ts'
import { freeVouchers, vouchersCoded, vouchersHeldBy } from '#features/vouchers/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { Refusal } from '#server/http/problem.ts'
import { toE164 } from '#server/phone.ts'
import type { Asked } from '../action-rules.ts'
import type { Value } from '../cell-rules.ts'

/** A line of a file by the names of its fields; those that are empty are left out. */
export type ReadLine = { n: number; values: Readonly<Record<string, Value>> }

/** What is to become of a line. */
export type Meant =
  | {
      /** Two lines with the same are about the same. */
      key: string
      /** Of a record that is there. */
      id?: string
      title: string
      version?: number
      was?: Record<string, unknown>
      given: Asked
    }
  | { key: string; title: string; same: string }
  | { title: string; refused: string }

type Place = {
  app: App
  /** As whoever imports sees it. */
  db: Db
  now: Date
  /** What all lines are for. */
  place: Readonly<Record<string, string>>
  /** Records that lines before these are about. */
  taken: readonly string[]
  /** The line before these that is of a title. */
  lineOf: (title: string) => number | undefined
}

/** Finds out what many lines mean, in few queries; in their order. */
type Kind = (lines: readonly ReadLine[], place: Place) => Promise<Meant[]>

const textOf = ({ values }: ReadLine, name: string): string => String(values[name] ?? '').trim()
const textsOf = (lines: readonly ReadLine[], name: string) => [
  ...new Set(lines.map((line) => textOf(line, name)).filter(Boolean)),
]
const oneOf = <T>(what: string, typed: string, found: T | undefined): T => {
  if (found === undefined) throw new Meaningless(`${what} ${typed} was not found`)
  return found
}
/** Why a line means nothing. */
class Meaningless extends Error {}

/** Each line for itself: what is wrong with one keeps none of the others. */
async function each(
  lines: readonly ReadLine[],
  title: (line: ReadLine) => string,
  meant: (line: ReadLine) => Meant | Promise<Meant>,
): Promise<Meant[]> {
  const found: Meant[] = []
  for (const line of lines)
    try {
      found.push(await meant(line))
    } catch (error) {
      const isSaid =
        error instanceof Meaningless ||
        error instanceof IntegrationError ||
        (error instanceof Refusal && error.status < 500)
      if (!isSaid) throw error
      found.push({ title: title(line), refused: error.message })
    }
  return found
}

/** A cinema by its name or id. */
async function cinemasOf(db: Db) {
  const all = (await openCinemas(db)).flatMap(({ cinemas }) => cinemas)
  return (typed: string) =>
    oneOf(
      'Cinema',
      typed,
      all.find(({ id, cinema_name }) => id === typed || fold(cinema_name) === fold(typed)),
    )
}

async function moviesOf(db: Db, lines: readonly ReadLine[]) {
  const found = await moviesTitled(db, textsOf(lines, 'movie'))
  return (typed: string) =>
    oneOf(
      'Movie',
      typed,
      found.find(({ id, title, name }) => id === typed || [title, name].some((one) => fold(one) === fold(typed))),
    )
}

/** Whom lines name by id, email or phone number. */
async function peopleOf(db: Db, lines: readonly ReadLine[]) {
  const phoneOf = (line: ReadLine) => toE164(textOf(line, 'mobile'))
  const met = await customersWith(db, {
    ids: textsOf(lines, 'id').map(Number),
    emails: textsOf(lines, 'email').map((email) => email.toLowerCase()),
    phones: lines.flatMap((line) => phoneOf(line) ?? []),
  })
  return {
    withEmail: (line: ReadLine) =>
      met.find(({ email }) => email?.toLowerCase() === textOf(line, 'email').toLowerCase()),
    named: (line: ReadLine): Met | undefined => {
      const id = textOf(line, 'id')
      const email = textOf(line, 'email').toLowerCase()
      if (id) return met.find((one) => String(one.id) === id)
      const byEmail = email ? met.find((one) => one.email?.toLowerCase() === email) : undefined
      if (byEmail) return byEmail
      const phone = phoneOf(line)
      const byPhone = phone ? met.filter((one) => one.phone === phone) : []
      if (byPhone.length > 1) throw new Meaningless('Several customers have this phone number: use their email')
      return byPhone[0]
    },
  }
}

const namesOf = (line: ReadLine) => {
  const words = textOf(line, 'name').split(/\s+/)
  const last = words.length > 1 ? words.pop()! : ''
  return {
    first_name: textOf(line, 'first_name') || words.join(' '),
    last_name: textOf(line, 'last_name') || last,
  }
}
const fullName = (line: ReadLine) => Object.values(namesOf(line)).join(' ').trim()

const customers: Kind = async (lines, { db }) => {
  const people = await peopleOf(db, lines)
  const cinema = await cinemasOf(db)
  return each(lines, fullName, (line) => {
    const names = namesOf(line)
    const [email, mobile, born] = ['email', 'mobile', 'dateOfBirth'].map((name) => textOf(line, name))
    const [title, key] = [fullName(line), email!.toLowerCase()]
    const there = people.withEmail(line)
    if (email && there) {
      const differs = [
        ...(fold(`${there.firstName} ${there.lastName}`) === fold(title) ? [] : ['name']),
        ...(there.phone === (toE164(mobile!) ?? null) ? [] : ['phone number']),
        ...(there.birthDate === born ? [] : ['date of birth']),
      ]
      if (differs.length)
        throw new Meaningless(`Customer ${there.id} has this email with another ${differs.join(' and ')}`)
      return { key, title, same: `Customer ${there.id} is this person` }
    }
    const place = textOf(line, 'cinema')
    const body = {
      ...names,
      email,
      mobile,
      dateOfBirth: born,
      ...(line.values.gender && { gender: line.values.gender }),
      ...(line.values.preferredBillingCycle && { preferredBillingCycle: line.values.preferredBillingCycle }),
      ...(place && { default_cinema_id: cinema(place).id }),
    }
    return { key, title, given: { body } }
  })
}

const kidsClub: Kind = async (lines, { db }) => {
  const people = await peopleOf(db, lines)
  const found = new Map<number, Met | undefined>()
  const nameOf = (line: ReadLine) => ['id', 'email', 'mobile'].map((name) => textOf(line, name)).find(Boolean) ?? ''
  const looked = await each(lines, nameOf, (line) => {
    found.set(line.n, people.named(line))
    return { title: '', refused: '' }
  })
  const members = await membersAmong(
    db,
    [...found.values()].flatMap((one) => one?.id ?? []),
  )
  return each(lines, nameOf, (line) => {
    const unclear = looked[lines.indexOf(line)]!
    if ('refused' in unclear && unclear.refused) throw new Meaningless(unclear.refused)
    const customer = found.get(line.n)
    if (!customer) throw new Meaningless(`Customer ${nameOf(line)} was not found`)
    const title = `${customer.firstName} ${customer.lastName}`.trim()
    const key = String(customer.id)
    const guardian = {
      guardianName: textOf(line, 'guardianName'),
      consentDate: textOf(line, 'consentDate') || null,
      consentSource: textOf(line, 'consentSource') || null,
    }
    const member = members.get(customer.id)
    if (!member) return { key, title, given: { body: { userId: customer.id, ...guardian } } }
    const isSame = Object.entries(guardian).every(([name, value]) => !value || member[name as 'guardianName'] === value)
    if (!isSame) throw new Meaningless(`${ofClub.isMember}, with another guardian or consent`)
    return { key, title, same: ofClub.isMember }
  })
}

const prices: Kind = async (lines, { db, now }) => {
  const cinema = await cinemasOf(db)
  const menus = new Map<string, Awaited<ReturnType<typeof menuProducts>>>()
  const nameOf = (line: ReadLine) => textOf(line, 'product') || textOf(line, 'product_id')
  return each(lines, nameOf, async (line) => {
    const { id, cinema_name } = cinema(textOf(line, 'cinema'))
    const menu = menus.get(id) ?? (await menuProducts(db, id, now))
    menus.set(id, menu)
    const code = textOf(line, 'product_id')
    const named = menu.filter(({ product_id, product_name }) =>
      code ? product_id === code : fold(product_name) === fold(textOf(line, 'product')),
    )
    if (named.length > 1) throw new Meaningless(`${cinema_name} sells several of this title: use the product ID`)
    const at = oneOf('Product', `${nameOf(line)} at ${cinema_name}`, named[0])
    const { price, active } = line.values as { price?: number; active?: boolean }
    const isPriced = price !== undefined && toKobo(price) !== toKobo(setPrice(at))
    const isSwitched = active !== undefined && active !== at.isActive
    const title = `${at.product_name} at ${cinema_name}`
    const key = `${id} ${at.product_id}`
    if (!isPriced && !isSwitched) return { key, title, same: `It is ${showNaira(setPrice(at))} already` }
    return {
      key,
      id: key,
      title,
      version: at.version,
      was: {
        product: at.product_id,
        cinema: id,
        ...(isPriced && { display_price: at.own_price }),
        ...(isSwitched && { isActive: at.isActive }),
      },
      given: {
        params: { id: at.product_id },
        body: {
          cinemas: [{ cinema_id: id, version: at.version }],
          ...(isPriced && { display_price: price }),
          ...(isSwitched && { isActive: active }),
        },
      },
    }
  })
}

const costs: Kind = async (lines, { db }) => {
  const products = await productsToCost(db, textsOf(lines, 'product_id'), textsOf(lines, 'product'))
  const nameOf = (line: ReadLine) => textOf(line, 'product') || textOf(line, 'product_id')
  return each(lines, nameOf, (line) => {
    const code = textOf(line, 'product_id')
    const named = products.filter(({ rosetta_id, name }) =>
      code ? rosetta_id === code : fold(name) === fold(textOf(line, 'product')),
    )
    if (named.length > 1) throw new Meaningless('Several products have this title: use the product ID')
    const { id, name, costs: known } = oneOf('Product', nameOf(line), named[0])
    const { cost, from_day } = line.values as { cost: number; from_day: string }
    const before = known[from_day] === undefined ? null : toNaira(known[from_day])
    const title = `${name} from ${showDay(from_day)}`
    const key = `${id} ${from_day}`
    if (before === cost) return { key, title, same: `It is ${showNaira(cost)} already` }
    return {
      key,
      id: key,
      title,
      was: { id, from_day, cost: before, was: cost },
      given: { params: { id }, body: { from_day, cost, was: before } },
    }
  })
}

const vouchers: Kind = async (lines, { app, db, now, place, taken, lineOf }) => {
  const group = Number(place.id)
  const today = dayOf(now, app.env.zone)
  const nameOf = (line: ReadLine) => textOf(line, 'recipient').normalize('NFC')
  const held = await vouchersHeldBy(db, group, today, lines.map(nameOf))
  const coded = await vouchersCoded(db, app.env, group, today, textsOf(lines, 'code'))
  const named = [...coded.values()].map(({ id }) => id)
  const free = await freeVouchers(db, group, today, { but: [...taken.map(Number), ...named], limit: lines.length })
  const here = new Map<string, number>()
  return each(lines, nameOf, (line) => {
    const recipient = nameOf(line)
    const code = textOf(line, 'code')
    const has = held.get(fold(recipient))
    const before = here.get(fold(recipient)) ?? lineOf(recipient)
    here.set(fold(recipient), line.n)
    const voucher = code ? oneOf('Voucher', code, coded.get(code)) : undefined
    if (has && (!voucher || voucher.id === has.id))
      return { key: String(has.id), title: recipient, same: `Has the voucher …${has.hint} already` }
    if (!voucher && before !== undefined)
      throw new Meaningless(`The same recipient as line ${before}: add what tells them apart, such as an email`)
    if (voucher?.recipient) throw new Meaningless(`The voucher …${voucher.hint} has another recipient`)
    if (voucher && voucher.state !== 'unused') throw new Meaningless(`The voucher …${voucher.hint} is ${voucher.state}`)
    const next = voucher ?? free.shift()
    if (!next) throw new Meaningless('No voucher without a recipient is left in this group')
    const id = String(next.id)
    return {
      key: id,
      id,
      title: recipient,
      version: next.version,
      was: { recipient: '' },
      given: { params: { id }, body: { recipient, version: next.version } },
    }
  })
}

const referralLinks: Kind = async (lines, { db }) => {
  const movie = await moviesOf(db, lines)
  const tidy = (line: ReadLine) => textOf(line, 'name').normalize('NFC')
  const codes = textsOf(lines, 'code').map((code) => code.toUpperCase())
  const there = await linksNamed(db, lines.map(tidy), codes)
  return each(lines, tidy, (line) => {
    const name = tidy(line)
    const { id: movie_id } = movie(textOf(line, 'movie'))
    const [code, long] = [textOf(line, 'code'), textOf(line, 'long')]
    const title = `${name}, ${textOf(line, 'movie')}`
    const key = `${name} ${movie_id} ${code.toUpperCase()}`
    const isThis = (link: (typeof there)[number]) => link.name === name && link.movieId === movie_id
    const coded = code ? there.find((link) => link.code.toUpperCase() === code.toUpperCase()) : undefined
    if (coded && !isThis(coded)) throw new Meaningless(`The code ${code} is that of ${coded.name}`)
    if (coded ?? (code ? undefined : there.find(isThis)))
      return { key, title, same: 'There is a link of this person for this movie' }
    const body = {
      name,
      movie_id,
      own_short_link: true,
      ...(code && { referral_code: code }),
      ...(long && { long_referral_link: long }),
    }
    return { key, title, given: { body } }
  })
}

/** As a file may have written it: in other lines. */
const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const events: Kind = async (lines, { app, db }) => {
  const cinema = await cinemasOf(db)
  const movie = await moviesOf(db, lines)
  const nameOf = (line: ReadLine) => textOf(line, 'name').normalize('NFC')
  const there = await eventsNamed(db, lines.map(nameOf))
  const tickets = new Map<string, Awaited<ReturnType<typeof ticketsOf>>>()
  return each(lines, nameOf, async (line) => {
    const name = nameOf(line)
    const { id: cinema_id, cinema_name } = cinema(textOf(line, 'cinema'))
    const [day, clock] = [textOf(line, 'date'), textOf(line, 'time')]
    if (!clock) throw new Meaningless('Time is missing')
    const date = toTyped(day, clock)
    const title = `${name}, ${cinema_name}, ${showDay(day)} ${clock}`
    const key = `${name} ${cinema_id} ${date}`
    const known = there.find((one) => one.name === name && one.cinemaId === cinema_id && one.at === date)
    if (known) {
      const { price } = line.values as { price?: number }
      const differs = [
        ...(['description', 'category', 'image'] as const).filter((field) => {
          const typed = textOf(line, field)
          return typed && inOneLine(typed) !== inOneLine(known[field])
        }),
        ...(price === undefined || toKobo(price) === known.kobo ? [] : ['price']),
      ]
      if (differs.length) throw new Meaningless(`This event is there already, with another ${differs.join(' and ')}`)
      return { key, title, same: 'This event is there already' }
    }
    const shown = movie(textOf(line, 'movie'))
    const found = await showtimesOf(db, cinema_id, { at: instantAt(day, clock, app.env.zone) })
    const showtime = oneOf(
      'Showtime of',
      `${textOf(line, 'movie')} at ${cinema_name} on ${showDay(day)} at ${clock}`,
      found.find(({ movieId }) => movieId === shown.id),
    )
    const sold = tickets.get(showtime.id) ?? (await ticketsOf(app, cinema_id, showtime.id))
    tickets.set(showtime.id, sold)
    const typed = textOf(line, 'ticket')
    const ticket = sold.find((one) => one.id === typed || fold(one.name) === fold(typed))
    if (!ticket)
      throw new Meaningless(`Ticket ${typed} was not found. There are ${sold.map((one) => one.name).join(', ')}`)
    const body = {
      name,
      description: textOf(line, 'description'),
      date,
      cinema_id,
      image: textOf(line, 'image'),
      event_category: textOf(line, 'category'),
      price: line.values.price,
      movie_ids: joined([shown.id]),
      showtime_ids: joined([showtime.id]),
      ticket_ids: joined([ticket.id]),
    }
    return { key, title, given: { body } }
  })
}

export const KINDS: Readonly<Record<string, Kind>> = {
  'import.customers': customers,
  'import.kids-club': kidsClub,
  'import.prices': prices,
  'import.costs': costs,
  'import.vouchers': vouchers,
  'import.referral-links': referralLinks,
  'import.events': events,
}
