import { sql } from 'drizzle-orm'
import { fold } from '#contract/fold.ts'
import { showPhone } from '#contract/phone.ts'
import type { CustomerOrGuest } from '#features/customers/customers/contract.ts'
import { buyersUnder } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import type { PersonReferences, SearchTerms } from '#server/person.ts'
import { json, number, orNull, query, text } from '#server/db/query.ts'

/** All records of a person, the one that is listed first. */
async function recordsOf(db: Db, id: number): Promise<number[]> {
  const { rows } = await query(db, { id: number })`
    with recursive records(id) as (
      select ${id}::bigint union select c.id from customers c join records r on c.merged_into = r.id
    ) select id from records`
  return rows.map((row) => row.id)
}

const row = { first: text, last: text, email: orNull(text), phone: orNull(text), picture: orNull(text) }

export const personReferencesOf = (db: Db, whose: CustomerOrGuest): Promise<PersonReferences> =>
  'id' in whose ? customerReferencesOf(db, whose.id) : guestReferencesOf(db, whose.email)

async function guestReferencesOf(db: Db, email: string): Promise<PersonReferences> {
  const buyers = await buyersUnder(db, email)
  const names = distinct(buyers.map(({ name }) => name))
  return {
    ids: [],
    emails: [email.toLowerCase()],
    phones: distinct(buyers.map(({ phone }) => phone)),
    names,
    nameParts: distinct(names.flatMap((name) => name.split(/\s+/))),
    pictures: [],
  }
}

async function customerReferencesOf(db: Db, id: number): Promise<PersonReferences> {
  const ids = await recordsOf(db, id)
  const now = await query(db, row)`
    select first_name as first, last_name as last, email, phone, profile_image as picture from customers
    where id = any(${sql.param(ids)}::bigint[])`
  const audited = await query(db, { details: json<Record<string, unknown>>() })`
    select details from audit_log, lateral (values (before), (after)) x(details)
    where entity = 'customer' and entity_id = any(${sql.param(ids.map(String))}::text[]) and details is not null`
  const before = audited.rows.flatMap(({ details }) => withNested(details))
  const valuesOf = (...keys: string[]) => before.flatMap((line) => keys.map((key) => line[key]))
  const firstNames = distinct([...now.rows.map(({ first }) => first), ...valuesOf('firstName', 'first_name')])
  const lastNames = distinct([...now.rows.map(({ last }) => last), ...valuesOf('lastName', 'last_name')])
  return {
    ids,
    emails: distinct([...now.rows.map(({ email }) => email), ...valuesOf('email')]).map((email) => email.toLowerCase()),
    phones: distinct([...now.rows.map(({ phone }) => phone), ...valuesOf('mobile', 'phone')]),
    names: firstNames.flatMap((first) => lastNames.map((last) => `${first} ${last}`)),
    nameParts: [...firstNames, ...lastNames],
    pictures: distinct([...now.rows.map(({ picture }) => picture), ...valuesOf('profileImage')]),
  }
}

const withNested = (details: Record<string, unknown>): Record<string, unknown>[] => [
  details,
  ...Object.values(details).flatMap((value) =>
    value && typeof value === 'object' && !Array.isArray(value) ? withNested(value as Record<string, unknown>) : [],
  ),
]

const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.flatMap((value) => (typeof value === 'string' && value.trim() ? [value.trim()] : []))),
]

/** What another listed customer is called or reached by as well is not this person's alone, and stays there. */
export async function searchTermsOf(
  db: Db,
  { ids, emails, phones, names, nameParts }: PersonReferences,
): Promise<SearchTerms> {
  const keys = names.flatMap(nameKeys)
  const { rows } = await query(db, { value: text })`
    select lower(email) as value from customers
    where is_listed and lower(email) = any(${sql.param(emails)}::text[]) and id <> all(${sql.param(ids)}::bigint[])
    union
    select phone from customers
    where is_listed and phone = any(${sql.param(phones)}::text[]) and id <> all(${sql.param(ids)}::bigint[])
    union
    select x.name from unnest(${sql.param(names)}::text[]) x(name) where exists (
      select from customers c
      where c.is_listed and c.name_key = any(${sql.param(keys)}::text[])
        and lower(c.first_name || ' ' || c.last_name) = lower(x.name) and c.id <> all(${sql.param(ids)}::bigint[]))`
  const shared = new Set(rows.map(({ value }) => value))
  const alone = [...emails, ...phones, ...names].filter((value) => !shared.has(value)).flatMap(written)
  return {
    own: nameParts.filter((name) => name.length > 1).map(patternOf),
    anywhere: alone.map(patternOf),
    needles: [...new Set(alone.flatMap((value) => [value.toLowerCase(), asciiLower(value)]))].map(
      (value) => `%${value.replace(/[\\%_]/g, '\\$&')}%`,
    ),
  }
}
/** The keys of customers whose first and last name make this full name. */
const nameKeys = (name: string): string[] =>
  [...name.matchAll(/ /g)].map(({ index }) => `${fold(name.slice(0, index))}\t${fold(name.slice(index + 1))}`)

/** As a database folds that knows the letters of ASCII alone. */
const asciiLower = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** A value as it may be written: an address in a link, a phone number in each of its forms; the longest first. */
function written(value: string): string[] {
  const forms = value.includes('@')
    ? [value, encodeURIComponent(value)]
    : /^\+\d+$/.test(value)
      ? [value, value.slice(1), showPhone(value), showPhone(value).replaceAll(' ', '')]
      : [value]
  return [...new Set(forms)]
}

/** Whole words alone: an address is not found in one that it ends, nor a number in a longer one. */
const patternOf = (value: string): string => {
  const literal = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\s+/g, '\\s+')
  return `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`
}
