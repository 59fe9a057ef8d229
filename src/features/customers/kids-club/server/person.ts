import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { asInstant, sectionOf, type PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { json, number, orNull, query, text, type RowOf } from '#server/db/query.ts'

const clubRow = { joined_at: text, guardian_name: text, consent_on: orNull(text), consent_source: orNull(text) }
type Club = RowOf<typeof clubRow>

const clubOf = async (db: Db, id: number): Promise<Club | undefined> =>
  (
    await query(db, clubRow)`
      select joined_at, guardian_name, consent_on, consent_source from kids_club_members where customer_id = ${id}`
  ).rows[0]

/** The rows before a merge, and the one that it left, as JSON of the database. */
type ClubChanges = { survivor: object | null; merged: object | null; left: object | null }
const rowOf = async (db: Db, id: number): Promise<object | null> =>
  (
    await query(db, {
      row: json<object>(),
    })`select to_jsonb(m) as row from kids_club_members m where customer_id = ${id}`
  ).rows[0]?.row ?? null
const insert = (tx: Db, row: object) =>
  tx.execute(sql`
    insert into kids_club_members
    select * from jsonb_populate_record(null::kids_club_members, ${JSON.stringify(row)}::jsonb)`)

export const person: PersonalData = {
  columns: personalColumns,
  sections: (db, { ids }) => [
    sectionOf(
      db,
      'kids-club',
      'joined_at guardian_name consent_on consent_source',
      sql`select ${asInstant('joined_at')}, guardian_name, consent_on, consent_source
          from kids_club_members where customer_id = any(${listOf(ids, 'bigint')})`,
    ),
  ],
  counts: async (db, { ids }) => {
    const { rows } = await query(db, { club: number })`
      select count(*) as club from kids_club_members where customer_id = any(${listOf(ids, 'bigint')})`
    return rows[0]!
  },
  erase: (tx, { references }) =>
    tx.execute(sql`delete from kids_club_members where customer_id = any(${listOf(references.ids, 'bigint')})`),
  compare: async (db, id) => {
    const club = await clubOf(db, id)
    const guardian =
      club &&
      [club.guardian_name || 'No guardian', club.consent_on ? `consent ${club.consent_on}` : 'no consent'].join(', ')
    return { fields: { guardian: guardian ?? null } }
  },
  // A member since the earlier of the two; guardian and consent are one thing and come from one side.
  merge: async (tx, { survivor, merged, sideOf }) => {
    const [ofSurvivor, ofMerged] = [await clubOf(tx, survivor), await clubOf(tx, merged)]
    const chosen = (sideOf('guardian') === 'other' ? ofMerged : ofSurvivor) ?? ofSurvivor ?? ofMerged
    const before = { survivor: await rowOf(tx, survivor), merged: await rowOf(tx, merged) }
    if (!chosen) return { ...before, left: null } satisfies ClubChanges
    const joined = [ofSurvivor, ofMerged].flatMap((club) => (club ? [new Date(club.joined_at)] : []))
    const first = new Date(Math.min(...joined.map(Number)))
    await tx.execute(sql`delete from kids_club_members where customer_id = ${merged}`)
    await tx.execute(sql`
      insert into kids_club_members (customer_id, joined_at, guardian_name, consent_on, consent_source)
      values (${survivor}, ${first.toISOString()}, ${chosen.guardian_name}, ${chosen.consent_on}, ${chosen.consent_source})
      on conflict (customer_id) do update set joined_at = excluded.joined_at, guardian_name = excluded.guardian_name,
        consent_on = excluded.consent_on, consent_source = excluded.consent_source, version = kids_club_members.version + 1`)
    return { ...before, left: await rowOf(tx, survivor) } satisfies ClubChanges
  },
  unmerge: async (tx, { survivor, changes }) => {
    const before = changes as ClubChanges
    if (before.merged) await insert(tx, before.merged)
    if (!before.left) return []
    const { rows } = await query(tx, { version: number })`
      delete from kids_club_members m
      where customer_id = ${survivor} and to_jsonb(m) - 'version' = ${JSON.stringify(before.left)}::jsonb - 'version'
      returning version`
    if (!rows[0]) return ['the kids club membership']
    if (before.survivor) await insert(tx, { ...before.survivor, version: rows[0].version + 1 })
    return []
  },
}
