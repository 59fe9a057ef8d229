import { sql, type SQL } from 'drizzle-orm'
import { showNaira } from '#contract/money.ts'
import { dayOf, showDay } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { asInstant, sectionOf, type PersonalData, type Merging, type PersonReferences } from '#server/person.ts'
import { noteChange } from './changes.ts'
import { imageOf, takeIdentity, type RecordChanges } from './unmerge.ts'
import { personalColumns } from './personal-data.ts'
import { membershipsOf } from './memberships.ts'
import { number, orNull, query, text, type RowOf, present } from '#server/db/query.ts'

/** Identity of a customer, from which a merge chooses. */
const recordRow = {
  first_name: text,
  last_name: text,
  email: orNull(text),
  phone: orNull(text),
  birth_date: orNull(text),
  gender: orNull(text),
  billing_cycle: orNull(text),
  default_cinema_id: orNull(text),
  profile_image: orNull(text),
  card_number: orNull(text),
  card_pin_hash: orNull(text),
  password_hash: orNull(text),
  aliases: text,
  trailers_watched: orNull(number),
  channel: text,
  registered_at: present(text),
  registered_on: present(text),
  cinema: orNull(text),
}
type Record = RowOf<typeof recordRow>

/** Text columns that are never null in the database. */
const NEVER_NULL = ['first_name', 'last_name', 'aliases']
/** Personal columns that are not text. */
const ALSO = ['birth_date', 'trailers_watched']

/** Assignments that clear the identity, as the personal-data policy requires, and end sign-ins elsewhere. */
const anonymous = (now: Date): SQL => {
  const cleared = [...personalColumns.customers!.erased!.split(' '), ...ALSO].map((column) =>
    sql.raw(`${column} = ${NEVER_NULL.includes(column) ? "''" : 'null'}`),
  )
  return sql`${sql.join(cleared, sql`, `)}, tokens_cleared_at = ${now.toISOString()}, version = version + 1`
}

const forgetResets = (tx: Db, ids: readonly number[]) =>
  tx.execute(sql`delete from customer_password_resets where customer_id = any(${listOf(ids, 'bigint')})`)

async function recordOf(db: Db, id: number): Promise<Record> {
  const { rows } = await query(db, recordRow)`
    select c.first_name, c.last_name, c.email, c.phone, c.birth_date, c.gender, c.billing_cycle, c.default_cinema_id,
      c.profile_image, c.card_number, c.card_pin_hash, c.password_hash, c.aliases, c.trailers_watched, c.channel,
      c.registered_at, c.registered_on, ci.name as cinema from customers c left join cinemas ci on ci.id = c.default_cinema_id
    where c.id = ${id}`
  return rows[0]!
}

/** Condition for notes about a person, as a customer and as a guest. */
const areAbout = ({ ids, emails }: PersonReferences) =>
  sql`(customer_id = any(${listOf(ids, 'bigint')}) or guest = any(${listOf(emails, 'text')}))`

/** Keeps the records, so that later reports about them stay without a name. */
export const person: PersonalData = {
  columns: personalColumns,
  isLast: true,

  sections: (db, references) => [
    sectionOf(
      db,
      'identity',
      [
        'record source external_id first_name last_name email phone aliases birth_date gender billing_cycle',
        'default_cinema_id profile_image card_number has_card_pin has_password trailers_watched channel',
        'registered_at tokens_cleared_at is_merged',
      ].join(' '),
      sql`select id as record, source, external_id, first_name, last_name, email, phone, aliases, birth_date, gender, billing_cycle,
            default_cinema_id, profile_image, card_number, card_pin_hash is not null as has_card_pin,
            password_hash is not null as has_password, trailers_watched, channel, ${asInstant('registered_at')},
            ${asInstant('tokens_cleared_at')}, merged_into is not null as is_merged
          from customers where id = any(${listOf(references.ids, 'bigint')}) order by merged_into nulls first, id`,
    ),
    sectionOf(
      db,
      'notes',
      'at text edited_at',
      sql`select ${asInstant('at')}, text, ${asInstant('edited_at')} from customer_notes
          where ${areAbout(references)} and deleted_at is null order by customer_notes.at, id`,
    ),
  ],

  counts: async (db, references) => {
    const { rows } = await query(db, { notes: number })`
      select count(*) as notes from customer_notes where ${areAbout(references)}`
    return rows[0]!
  },

  owed: async (db, { ids: [id] }, { now, zone }) => {
    if (id === undefined) return []
    const { subscriptions } = await membershipsOf(db, id)
    return subscriptions
      .filter(({ subscriptionExpiresAt: until }) => Date.parse(until) > now.getTime())
      .map(({ subscriptionName, subscriptionExpiresAt: until, orderAmount, paid }) => {
        // A subscription that ends at midnight has its last day before.
        const lastDay = showDay(dayOf(Date.parse(until) - 1, zone))
        const money = paid === 'payment' && orderAmount ? ` (${showNaira(orderAmount)} paid)` : ''
        return { text: `${subscriptionName} runs until ${lastDay}${money}` }
      })
  },

  erase: async (tx, { references, now }) => {
    const { ids } = references
    await forgetResets(tx, ids)
    await tx.execute(sql`delete from customer_notes where ${areAbout(references)}`)
    await tx.execute(sql`
      update customers set ${anonymous(now)}, erased_at = ${now.toISOString()} where id = any(${listOf(ids, 'bigint')})`)
  },

  compare: async (db, id) => {
    const found = await recordOf(db, id)
    return {
      fields: {
        name: `${found.first_name} ${found.last_name}`.trim() || null,
        email: found.email,
        mobile: found.phone,
        dateOfBirth: found.birth_date,
        gender: found.gender,
        billingCycle: found.billing_cycle,
        defaultCinema: found.cinema ?? found.default_cinema_id,
        profileImage: found.profile_image,
        cardNumber: found.card_number,
      },
    }
  },

  merge: async (tx, merging) => {
    const { survivor, merged, now } = merging
    await forgetResets(tx, [merged])
    const before = { survivor: await imageOf(tx, survivor), merged: await imageOf(tx, merged) }
    const followers = await writeIdentity(tx, merging)
    const notes = await query(tx, { id: number })`
      update customer_notes set customer_id = ${survivor} where customer_id = ${merged} returning id`
    await noteChange(tx, survivor, 'edited', now)
    await noteChange(tx, merged, 'merged', now)
    const left = await imageOf(tx, survivor)
    return { ...before, left, followers, notes: notes.rows.map(({ id }) => id) } satisfies RecordChanges
  },

  unmerge: async (tx, { survivor, merged, changes, now }) => {
    const { followers, notes, ...images } = changes as RecordChanges
    const stays = await takeIdentity(tx, { survivor, merged }, images)
    await tx.execute(sql`
      update customers set merged_into = ${merged}
      where merged_into = ${survivor} and id = any(${listOf(followers, 'bigint')})`)
    await tx.execute(sql`
      update customer_notes set customer_id = ${merged}
      where customer_id = ${survivor} and id = any(${listOf(notes, 'bigint')})`)
    await noteChange(tx, survivor, 'edited', now)
    await noteChange(tx, merged, 'edited', now)
    return stays
  },
}

/** Writes the identity of a merge. @returns customers that had been merged into the merged one */
async function writeIdentity(tx: Db, { survivor, merged, sideOf, now }: Merging): Promise<number[]> {
  const [ofSurvivor, ofMerged] = [await recordOf(tx, survivor), await recordOf(tx, merged)]
  const from = (field: string) => (sideOf(field) === 'other' ? ofMerged : ofSurvivor)
  const first = Date.parse(ofMerged.registered_at) < Date.parse(ofSurvivor.registered_at) ? ofMerged : ofSurvivor
  // The merged record is cleared first, because two listed customers cannot have one card.
  await tx.execute(sql`
    update customers set merged_into = ${survivor}, registered_at = null, registered_on = null, ${anonymous(now)}
    where id = ${merged}`)
  const followers = await query(tx, { id: number })`
    update customers set merged_into = ${survivor} where merged_into = ${merged} returning id`
  const [email, phone] = [from('email').email, from('mobile').phone]
  const trailers = [ofSurvivor.trailers_watched, ofMerged.trailers_watched].filter((n) => n !== null)
  await tx.execute(sql`
    update customers set
      first_name = ${from('name').first_name}, last_name = ${from('name').last_name}, email = ${email},
      phone = ${phone}, aliases = ${aliasesOf([ofSurvivor, ofMerged], [email, phone])},
      birth_date = ${from('dateOfBirth').birth_date}, gender = ${from('gender').gender},
      billing_cycle = ${from('billingCycle').billing_cycle},
      default_cinema_id = ${from('defaultCinema').default_cinema_id},
      profile_image = ${from('profileImage').profile_image}, card_number = ${from('cardNumber').card_number},
      card_pin_hash = ${from('cardNumber').card_pin_hash}, password_hash = ${from('email').password_hash},
      trailers_watched = ${trailers.length ? trailers.reduce((sum, n) => sum + n, 0) : null},
      channel = ${first.channel}, registered_at = ${first.registered_at}, registered_on = ${first.registered_on},
      reported_at = greatest(reported_at, ${now.toISOString()}::timestamptz), version = version + 1
    where id = ${survivor}`)
  return followers.rows.map(({ id }) => id)
}

/** Returns former emails and phones of both records, separated by spaces. */
const aliasesOf = (records: readonly Record[], chosen: readonly (string | null)[]): string => {
  const known = records.flatMap(({ email, phone, aliases }) => [...aliases.split(' '), email, phone])
  return [...new Set(known.filter((contact) => contact && !chosen.includes(contact)))].join(' ')
}
