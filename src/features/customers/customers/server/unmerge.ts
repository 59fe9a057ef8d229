import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { isCardInUse, isEmailInUse } from './people.ts'
import { json, query } from '#server/db/query.ts'

/** Record as JSON of the database, exact to the microsecond. */
type Image = { [column: string]: string | number | boolean | null }

/** Records before a merge and after it, with the followers and notes of the merged record. */
export type RecordChanges = { survivor: Image; merged: Image; left: Image; followers: number[]; notes: number[] }

export async function imageOf(db: Db, id: number): Promise<Image> {
  const { rows } = await query(db, {
    image: json<Image>(),
  })`select to_jsonb(c) as image from customers c where id = ${id}`
  return rows[0]!.image
}

/** Columns that are restored together, with their label if they stay. */
const GROUPS: { columns: string[]; label?: string }[] = [
  { columns: ['first_name', 'last_name'], label: 'the name' },
  { columns: ['email', 'password_hash'], label: 'the email' },
  { columns: ['phone'], label: 'the phone number' },
  { columns: ['birth_date'], label: 'the date of birth' },
  { columns: ['gender'], label: 'the gender' },
  { columns: ['billing_cycle'], label: 'the preferred billing cycle' },
  { columns: ['default_cinema_id'], label: 'the default cinema' },
  { columns: ['profile_image'], label: 'the profile picture' },
  { columns: ['card_number', 'card_pin_hash'], label: 'the membership card' },
  { columns: ['trailers_watched'], label: 'the trailers watched' },
  { columns: ['channel', 'registered_at', 'registered_on'] },
  { columns: ['reported_at'] },
]
/** Columns that a merge clears in the merged record. Not the version, which only grows. */
const MERGED_COLUMNS = [...GROUPS.flatMap(({ columns }) => columns), 'aliases', 'tokens_cleared_at', 'merged_into']

/**
 * Splits a merged record. Columns that are unchanged since the merge get their earlier values. The caller locks both
 * records. @returns labels of columns that stay
 */
export async function takeIdentity(
  tx: Db,
  { survivor, merged }: { survivor: number; merged: number },
  images: Pick<RecordChanges, 'survivor' | 'merged' | 'left'>,
): Promise<string[]> {
  const stays: string[] = []
  const now = await imageOf(tx, survivor)
  const back: Image = { aliases: aliasesWithout(now, images) }
  for (const { columns, label } of GROUPS) {
    if (columns.every((column) => images.left[column] === images.survivor[column])) continue
    if (columns.every((column) => now[column] === images.left[column]))
      for (const column of columns) back[column] = images.survivor[column]!
    else if (label) stays.push(label)
  }
  await write(tx, survivor, back)

  const ofMerged = Object.fromEntries(MERGED_COLUMNS.map((column) => [column, images.merged[column]!]))
  if (typeof ofMerged.email === 'string' && (await isEmailInUse(tx, ofMerged.email, merged))) {
    Object.assign(ofMerged, { email: null, password_hash: null })
    if (!stays.includes('the email')) stays.push('the email')
  }
  if (typeof ofMerged.card_number === 'string' && (await isCardInUse(tx, ofMerged.card_number, merged))) {
    Object.assign(ofMerged, { card_number: null, card_pin_hash: null })
    if (!stays.includes('the membership card')) stays.push('the membership card')
  }
  await write(tx, merged, ofMerged)
  return stays
}

const write = (tx: Db, id: number, image: Image) => {
  const columns = Object.keys(image).map((column) => sql`${sql.identifier(column)} = b.${sql.identifier(column)}`)
  return tx.execute(sql`
    update customers c set ${sql.join(columns, sql`, `)}, version = c.version + 1
    from jsonb_populate_record(null::customers, ${JSON.stringify(image)}::jsonb) b where c.id = ${id}`)
}

/** Returns aliases from before the merge, and those added since. */
const aliasesWithout = (now: Image, { survivor, left }: Pick<RecordChanges, 'survivor' | 'left'>): string => {
  if (now.aliases === left.aliases) return String(survivor.aliases)
  const [before, after] = [survivor, left].map((image) => String(image.aliases).split(' '))
  const added = after!.filter((alias) => !before!.includes(alias))
  return String(now.aliases)
    .split(' ')
    .filter((alias) => !added.includes(alias))
    .join(' ')
}
