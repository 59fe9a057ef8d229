import { errors } from '#contract/errors.ts'
import { fold } from '#contract/fold.ts'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { dayOf, instantAt, showDay } from '#contract/time.ts'
import { openCinemas } from '#features/programming/cinemas/server/public.ts'
import type { ConcessionProduct } from '#features/counter/concessions/contract.ts'
import { setPrice } from '#features/counter/concessions/rules.ts'
import { menuProducts, productsToCost } from '#features/counter/concessions/server/public.ts'
import { customersWith, type Met } from '#features/customers/customers/server/public.ts'
import { eventsNamed, showtimesOf, ticketsOf } from '#features/marketing/events/server/public.ts'
import { joined, toTyped } from '#features/marketing/events/rules.ts'
import { membersAmong } from '#features/customers/kids-club/server/public.ts'
import { messages as ofClub } from '#features/customers/kids-club/rules.ts'
import { movieTitles } from '#features/programming/movies/server/public.ts'
import { linksNamed } from '#features/marketing/referral-links/server/public.ts'
import { freeVouchers, vouchersCoded, vouchersOfRecipients } from '#features/marketing/vouchers/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { Refusal } from '#server/http/problem.ts'
import { toE164 } from '#server/phone.ts'
import type { CallInput } from '../action-rules.ts'
import type { Value } from '../cell-rules.ts'
import type { Columns } from '../import-rules.ts'
import { nameFinder, type Named } from '../name-rules.ts'

/** A line of a file by the names of its fields; those that are empty are left out. */
export type ReadLine = { n: number; values: Readonly<Record<string, Value>> }

/** What is to become of a line. */
export type Outcome =
  | {
      /** Two lines with the same are about the same. */
      key: string
      /** Of a record that is there. */
      id?: string
      title: string
      version?: number
      undo?: Record<string, unknown>
      input: CallInput
    }
  | { key: string; title: string; same: string }
  | { title: string; rejected: string; example?: string | undefined }

type Place = {
  app: App
  /** As whoever imports sees it. */
  db: Db
  now: Date
  finders: Finders
  /** What was chosen for names in the file, by the names of their fields. */
  names: Columns['names']
  /** What all lines are for. */
  place: Readonly<Record<string, string>>
  /** Records that lines before these are about. */
  used: readonly string[]
  /** The line before these that is of a title. */
  lineOf: (title: string) => number | undefined
}

/** Finds out what many lines mean, in few queries; in their order. */
type Kind = (lines: readonly ReadLine[], place: Place) => Promise<Outcome[]>

const textOf = ({ values }: ReadLine, name: string): string => String(values[name] ?? '').trim()
const textsOf = (lines: readonly ReadLine[], name: string) => [
  ...new Set(lines.map((line) => textOf(line, name)).filter(Boolean)),
]
const oneOf = <T>(what: string, typed: string, found: T | undefined): T => {
  if (found === undefined) throw new Meaningless(`${what} not found`, typed)
  return found
}
/** Why a line means nothing. Lines with the same reason are counted together, with one of their examples. */
class Meaningless extends Error {
  readonly example: string | undefined
  constructor(reason: string, example?: string) {
    super(reason)
    this.example = example?.replace(/\s+/g, ' ')
  }
}

/** Each line for itself: what is wrong with one keeps none of the others. */
async function each(
  lines: readonly ReadLine[],
  title: (line: ReadLine) => string,
  outcome: (line: ReadLine) => Outcome | Promise<Outcome>,
): Promise<Outcome[]> {
  const found: Outcome[] = []
  for (const line of lines)
    try {
      found.push(await outcome(line))
    } catch (error) {
      const isGiven =
        error instanceof Meaningless ||
        error instanceof IntegrationError ||
        (error instanceof Refusal && error.status < 500)
      if (!isGiven) throw error
      const example = error instanceof Meaningless ? error.example : undefined
      found.push({ title: title(line), rejected: error.message, example })
    }
  return found
}

/** What files name that is a record of ours, by the name of the field. */
const NAMED: Readonly<Record<string, (db: Db) => Promise<(Named & { name: string })[]>>> = {
  cinema: async (db) =>
    (await openCinemas(db)).flatMap(({ cinemas }) =>
      cinemas.map(({ id, cinema_name }) => ({ id, name: cinema_name, names: [cinema_name] })),
    ),
  movie: async (db) =>
    (await movieTitles(db)).map(({ id, title, name }) => ({ id, name: title || name, names: [title, name] })),
  product: async (db) =>
    (await productsToCost(db)).map(({ rosetta_id, name }) => ({ id: rosetta_id, name, names: [name] })),
}

export type Finder = ReturnType<typeof nameFinder<Named & { name: string }>>

/** What finds the records that a field names; undefined of a field that names none. Each is read once, when it is asked for. */
export type Finders = (field: string) => Promise<Finder> | undefined
export function findersOf(db: Db): Finders {
  const known = new Map<string, Promise<Finder>>()
  return (field) => {
    const found = known.get(field) ?? NAMED[field]?.(db).then(nameFinder)
    if (found) known.set(field, found)
    return found
  }
}

type Of = Pick<Place, 'finders' | 'names'>
const chosen = ({ names }: Pick<Of, 'names'>, field: string, typed: string) => names[field]?.[typed] ?? typed

/** The cinema or the movie that a line means. */
async function named(what: 'Cinema' | 'Movie', of: Of) {
  const field = what.toLowerCase()
  const { find } = await of.finders(field)!
  return (line: ReadLine) => {
    const typed = textOf(line, field)
    return oneOf(what, typed, find(chosen(of, field, typed))[0])
  }
}

/** The products among which a line names one: by its id, else by its title. */
function productAmong<T>(products: readonly T[], toNamed: (product: T) => Named, of: Pick<Of, 'names'>) {
  const { find } = nameFinder(products.map((product) => ({ ...toNamed(product), product })))
  return (line: ReadLine, where = '') => {
    const [code, title] = [textOf(line, 'product_id'), textOf(line, 'product')]
    const found = find(code || chosen(of, 'product', title))
    if (found.length > 1)
      throw new Meaningless(`Several products${where} have this title, so use the product ID`, title)
    return oneOf('Product', `${code || title}${where}`, found[0]).product
  }
}

/** Finds the customers whom lines name by ID, card, email or phone number. */
async function peopleOf(db: Db, lines: readonly ReadLine[]) {
  const phoneOf = (line: ReadLine) => toE164(textOf(line, 'mobile'))
  const numbers = textsOf(lines, 'id')
  const met = await customersWith(db, {
    ids: numbers.filter((number) => /^\d{1,15}$/.test(number)).map(Number),
    cards: numbers,
    emails: textsOf(lines, 'email').map((email) => email.toLowerCase()),
    phones: lines.flatMap((line) => phoneOf(line) ?? []),
  })
  const withEmail = (line: ReadLine) => {
    const email = textOf(line, 'email').toLowerCase()
    return email ? met.find((one) => one.email?.toLowerCase() === email) : undefined
  }
  const numbered = (line: ReadLine) => {
    const number = textOf(line, 'id')
    return met.find(({ id, card }) => String(id) === number || card === number)
  }
  return {
    withEmail,
    numbered,
    named: (line: ReadLine): Met | undefined => {
      const [byNumber, byEmail] = [numbered(line), withEmail(line)]
      if (byNumber && byEmail && byNumber.id !== byEmail.id)
        throw new Meaningless(
          'The ID and the email belong to different customers',
          `${textOf(line, 'id')} and ${byEmail.email}`,
        )
      if (byNumber ?? byEmail) return byNumber ?? byEmail
      const phone = phoneOf(line)
      const byPhone = phone ? met.filter((one) => one.phone === phone) : []
      if (byPhone.length > 1)
        throw new Meaningless('Several customers have this phone number, so use their email', phone)
      return byPhone[0]
    },
  }
}

const namesOf = (line: ReadLine) => {
  const names = textOf(line, 'name').split(/\s+/)
  const last = names.length > 1 ? names.pop()! : ''
  return {
    first_name: textOf(line, 'first_name') || names.join(' '),
    last_name: textOf(line, 'last_name') || last,
  }
}
const fullName = (line: ReadLine) => Object.values(namesOf(line)).join(' ').trim()

const customers: Kind = async (lines, { db, ...of }) => {
  const people = await peopleOf(db, lines)
  const cinema = await named('Cinema', of)
  return each(lines, fullName, (line) => {
    const names = namesOf(line)
    const [email, mobile, born] = ['email', 'mobile', 'dateOfBirth'].map((name) => textOf(line, name))
    const title = fullName(line)
    const number = textOf(line, 'id')
    const there = number ? people.numbered(line) : people.withEmail(line)
    if (number && !there) throw new Meaningless(errors.notFound('customer'), number)
    if (there) {
      // What the line leaves out is as it is.
      const differs = [
        ...(!title || fold(`${there.firstName} ${there.lastName}`) === fold(title) ? [] : ['name']),
        ...(!email || there.email?.toLowerCase() === email.toLowerCase() ? [] : ['email']),
        ...(!mobile || there.phone === toE164(mobile) ? [] : ['phone number']),
        ...(!born || there.birthDate === born ? [] : ['date of birth']),
      ]
      if (differs.length)
        throw new Meaningless(
          `The customer already exists, with a different ${differs.join(' and ')}`,
          `customer ${there.id}`,
        )
      return {
        key: String(there.id),
        title: title || `${there.firstName} ${there.lastName}`,
        same: `Already customer ${there.id}`,
      }
    }
    const body = {
      ...names,
      email,
      mobile,
      dateOfBirth: born,
      ...(line.values.gender && { gender: line.values.gender }),
      ...(line.values.preferredBillingCycle && { preferredBillingCycle: line.values.preferredBillingCycle }),
      ...(textOf(line, 'cinema') && { default_cinema_id: cinema(line).id }),
    }
    return { key: email!.toLowerCase(), title, input: { body } }
  })
}

const kidsClub: Kind = async (lines, { db }) => {
  const people = await peopleOf(db, lines)
  const found = new Map<number, Met | undefined>()
  const nameOf = (line: ReadLine) => ['id', 'email', 'mobile'].map((name) => textOf(line, name)).find(Boolean) ?? ''
  const looked = await each(lines, nameOf, (line) => {
    found.set(line.n, people.named(line))
    return { title: '', rejected: '' }
  })
  const members = await membersAmong(
    db,
    [...found.values()].flatMap((one) => one?.id ?? []),
  )
  return each(lines, nameOf, (line) => {
    const unclear = looked[lines.indexOf(line)]!
    if ('rejected' in unclear && unclear.rejected) throw new Meaningless(unclear.rejected, unclear.example)
    const customer = found.get(line.n)
    if (!customer) throw new Meaningless(errors.notFound('customer'), nameOf(line))
    const title = `${customer.firstName} ${customer.lastName}`.trim()
    const key = String(customer.id)
    const guardian = {
      guardianName: textOf(line, 'guardianName'),
      consentDate: textOf(line, 'consentDate') || null,
      consentSource: textOf(line, 'consentSource') || null,
    }
    const member = members.get(customer.id)
    if (!member) return { key, title, input: { body: { userId: customer.id, ...guardian } } }
    const isSame = Object.entries(guardian).every(([name, value]) => !value || member[name as 'guardianName'] === value)
    if (!isSame) throw new Meaningless(`${ofClub.isMember}, with a different guardian or consent`)
    return { key, title, same: ofClub.isMember }
  })
}

const prices: Kind = async (lines, { db, now, ...of }) => {
  const cinema = await named('Cinema', of)
  const menus = new Map<string, (line: ReadLine, where: string) => ConcessionProduct>()
  const nameOf = (line: ReadLine) => textOf(line, 'product') || textOf(line, 'product_id')
  return each(lines, nameOf, async (line) => {
    const { id, name: cinema_name } = cinema(line)
    const product =
      menus.get(id) ??
      productAmong(
        await menuProducts(db, id, now),
        ({ product_id, product_name }) => ({ id: product_id, names: [product_name] }),
        of,
      )
    menus.set(id, product)
    const at = product(line, ` at ${cinema_name}`)
    const { price, active } = line.values as { price?: number; active?: boolean }
    const isPriced = price !== undefined && toKobo(price) !== toKobo(setPrice(at))
    const isSwitched = active !== undefined && active !== at.isActive
    const title = `${at.product_name} at ${cinema_name}`
    const key = `${id} ${at.product_id}`
    if (!isPriced && !isSwitched) return { key, title, same: `Already ${showNaira(setPrice(at))}` }
    return {
      key,
      id: key,
      title,
      version: at.version,
      undo: {
        product: at.product_id,
        cinema: id,
        ...(isPriced && { display_price: at.own_price }),
        ...(isSwitched && { isActive: at.isActive }),
      },
      input: {
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

const costs: Kind = async (lines, { db, ...of }) => {
  const product = productAmong(
    await productsToCost(db),
    ({ rosetta_id, name }) => ({ id: rosetta_id, names: [name] }),
    of,
  )
  const nameOf = (line: ReadLine) => textOf(line, 'product') || textOf(line, 'product_id')
  return each(lines, nameOf, (line) => {
    const { id, name, costs: known } = product(line)
    const { cost, from_day } = line.values as { cost: number; from_day: string }
    const before = known[from_day] === undefined ? null : toNaira(known[from_day])
    const title = `${name} from ${showDay(from_day)}`
    const key = `${id} ${from_day}`
    if (before === cost) return { key, title, same: `Already ${showNaira(cost)}` }
    return {
      key,
      id: key,
      title,
      undo: { id, from_day, cost: before, was: cost },
      input: { params: { id }, body: { from_day, cost, was: before } },
    }
  })
}

const vouchers: Kind = async (lines, { app, db, now, place, used, lineOf }) => {
  const group = Number(place.id)
  const today = dayOf(now, app.env.zone)
  const nameOf = (line: ReadLine) => textOf(line, 'recipient').normalize('NFC')
  const ownVouchers = await vouchersOfRecipients(db, group, today, lines.map(nameOf))
  const coded = await vouchersCoded(db, app.env, group, today, textsOf(lines, 'code'))
  const named = [...coded.values()].map(({ id }) => id)
  const free = await freeVouchers(db, group, today, { but: [...used.map(Number), ...named], limit: lines.length })
  const here = new Map<string, number>()
  return each(lines, nameOf, (line) => {
    const recipient = nameOf(line)
    const code = textOf(line, 'code')
    const has = ownVouchers.get(fold(recipient))
    const before = here.get(fold(recipient)) ?? lineOf(recipient)
    here.set(fold(recipient), line.n)
    const voucher = code ? oneOf('Voucher', code, coded.get(code)) : undefined
    if (voucher && fold(voucher.recipient) === fold(recipient))
      return {
        key: String(voucher.id),
        title: recipient || `…${voucher.last4}`,
        same: recipient ? `Already has the voucher …${voucher.last4}` : 'The voucher has no recipient',
      }
    if (!recipient) throw new Meaningless('Recipient is missing', code)
    if (has && (!voucher || voucher.id === has.id))
      return { key: String(has.id), title: recipient, same: `Already has the voucher …${has.last4}` }
    if (!voucher && before !== undefined)
      throw new Meaningless(
        'Same recipient as in an earlier line, so add a difference such as an email',
        `line ${before}`,
      )
    if (voucher?.recipient) throw new Meaningless('The voucher has another recipient', `…${voucher.last4}`)
    if (voucher && voucher.state !== 'unused')
      throw new Meaningless(`The voucher is ${voucher.state}`, `…${voucher.last4}`)
    const next = voucher ?? free.shift()
    if (!next) throw new Meaningless('This group has no voucher without a recipient')
    const id = String(next.id)
    return {
      key: id,
      id,
      title: recipient,
      version: next.version,
      undo: { recipient: '' },
      input: { params: { id }, body: { recipient, version: next.version } },
    }
  })
}

const referralLinks: Kind = async (lines, { db, ...of }) => {
  const movie = await named('Movie', of)
  const tidy = (line: ReadLine) => textOf(line, 'name').normalize('NFC')
  const codes = textsOf(lines, 'code').map((code) => code.toUpperCase())
  const there = await linksNamed(db, lines.map(tidy), codes)
  return each(lines, tidy, (line) => {
    const name = tidy(line)
    const { id: movie_id, name: movieTitle } = movie(line)
    const [code, long] = [textOf(line, 'code'), textOf(line, 'long')]
    const title = `${name}, ${movieTitle}`
    const key = `${name} ${movie_id} ${code.toUpperCase()}`
    const isThis = (link: (typeof there)[number]) => link.name === name && link.movieId === movie_id
    const coded = code ? there.find((link) => link.code.toUpperCase() === code.toUpperCase()) : undefined
    if (coded && !isThis(coded)) throw new Meaningless('The code belongs to another link', `${code} of ${coded.name}`)
    if (coded ?? (code ? undefined : there.find(isThis)))
      return { key, title, same: 'This person already has a link for this movie' }
    const body = {
      name,
      movie_id,
      own_short_link: true,
      ...(code && { referral_code: code }),
      ...(long && { long_referral_link: long }),
    }
    return { key, title, input: { body } }
  })
}

/** As a file may have written it: in other lines. */
const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const events: Kind = async (lines, { app, db, ...of }) => {
  const cinema = await named('Cinema', of)
  const movie = await named('Movie', of)
  const nameOf = (line: ReadLine) => textOf(line, 'name').normalize('NFC')
  const there = await eventsNamed(db, lines.map(nameOf))
  const tickets = new Map<string, Awaited<ReturnType<typeof ticketsOf>>>()
  return each(lines, nameOf, async (line) => {
    const name = nameOf(line)
    const { id: cinema_id, name: cinema_name } = cinema(line)
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
      if (differs.length) throw new Meaningless(`The event already exists, with a different ${differs.join(' and ')}`)
      return { key, title, same: 'The event already exists' }
    }
    const display = movie(line)
    const found = await showtimesOf(db, cinema_id, { at: instantAt(day, clock, app.env.zone) })
    const showtime = oneOf(
      'Showtime',
      `${display.name} at ${cinema_name} on ${showDay(day)} at ${clock}`,
      found.find(({ movieId }) => movieId === display.id),
    )
    const sold = tickets.get(showtime.id) ?? (await ticketsOf(app, cinema_id, showtime.id))
    tickets.set(showtime.id, sold)
    const typed = textOf(line, 'ticket')
    const [ticket] = nameFinder(sold.map((one) => ({ ...one, names: [one.name] }))).find(typed)
    if (!ticket) throw new Meaningless(`Ticket not found. Available: ${sold.map((one) => one.name).join(', ')}`, typed)
    const body = {
      name,
      description: textOf(line, 'description'),
      date,
      cinema_id,
      image: textOf(line, 'image'),
      event_category: textOf(line, 'category'),
      price: line.values.price,
      movie_ids: joined([display.id]),
      showtime_ids: joined([showtime.id]),
      ticket_ids: joined([ticket.id]),
    }
    return { key, title, input: { body } }
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
