import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#contract/time.ts'
import { sqlError, type Db } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import { listOf, rowsOf } from '#server/db/rows.ts'
import type { ClubMember } from '../contract.ts'
import { ADULT_AGE, type Guardian } from '../rules.ts'
import { number, orNull, query, text } from '#server/db/query.ts'

const fields = sql`customer_id as "userId", joined_at as "createdAt", guardian_name as "guardianName",
  consent_on as "consentDate", consent_source as "consentSource", version`

const toWire = (row: ClubMember | undefined) => row && { ...row, createdAt: new Date(row.createdAt).toISOString() }

/** Whether there is such a customer to look after; locked, so that nobody merges or erases them meanwhile. */
export const lockCustomer = async (tx: Db, id: number): Promise<boolean> =>
  (await tx.execute(sql`select from customers where id = ${id} and is_listed for share`)).rowCount === 1

/** A member who is listed, locked until the transaction ends. */
export async function findMember(tx: Db, id: number): Promise<ClubMember | undefined> {
  if (!(await lockCustomer(tx, id))) return
  const { rows } = await query(tx, {
    createdAt: text,
    version: number,
    userId: number,
    guardianName: text,
    consentDate: orNull(text),
    consentSource: orNull(text),
  })`select ${fields} from kids_club_members where customer_id = ${id} for update`
  return toWire(rows[0])
}

export async function readMember(db: Db, id: number): Promise<ClubMember | undefined> {
  const { rows } = await query(db, {
    createdAt: text,
    version: number,
    userId: number,
    guardianName: text,
    consentDate: orNull(text),
    consentSource: orNull(text),
  })(
    prepared(sql`
    select ${fields} from kids_club_members
    where customer_id = ${id} and exists (select from customers c where c.id = customer_id and c.is_listed)`),
  )
  return toWire(rows[0])
}

/**
 * Whether a customer is a child whose guardian has not consented: nothing is sent to them. Their date of birth says it, also of
 * who is no member; of whom none is known, that they are one. @param customer a column @param day of the chain's zone
 */
export const lacksConsent = (customer: SQL, day: Day): SQL => sql`exists (
  select from customers c left join kids_club_members k on k.customer_id = c.id
  where c.id = ${customer} and k.consent_on is null and case
    when c.birth_date is null then k.customer_id is not null
    else c.birth_date > ${day}::date - make_interval(years => ${ADULT_AGE}::int) end)`

/** What a program tells of a member; what is left out stays as staff or others reported it. */
type ReportedMember = {
  id: number
  joined_at: string
  guardian_name?: string | undefined
  consent_on?: string | null | undefined
  consent_source?: string | null | undefined
}

export const reportMembers = (tx: Db, members: readonly ReportedMember[]) =>
  tx.execute(sql`
    insert into kids_club_members as m (customer_id, joined_at, guardian_name, consent_on, consent_source)
    select x.id, x.joined_at, x.guardian_name, x.consent_on, x.consent_source
    from ${rowsOf(
      members,
      'id bigint, joined_at timestamptz, guardian_name text, consent_on date, consent_source text',
    )}
    on conflict (customer_id) do update set
      guardian_name = coalesce(nullif(excluded.guardian_name, ''), m.guardian_name),
      consent_on = coalesce(excluded.consent_on, m.consent_on),
      consent_source = coalesce(excluded.consent_source, m.consent_source),
      version = m.version + 1`)

/** @returns the version of the membership. @throws a unique violation when the customer is a member (`isMember`) */
export async function addMember(
  tx: Db,
  id: number,
  { guardianName, consentDate, consentSource }: Guardian,
  at: Date,
): Promise<number> {
  const { rows } = await query(tx, { version: number })`
    insert into kids_club_members (customer_id, joined_at, guardian_name, consent_on, consent_source)
    values (${id}, ${at.toISOString()}, ${guardianName}, ${consentDate}, ${consentSource}) returning version`
  return rows[0]!.version
}

/** Those of some customers who are members, by the customer. */
export async function membersAmong(db: Db, ids: readonly number[]): Promise<Map<number, ClubMember>> {
  const { rows } = await query(db, {
    createdAt: text,
    version: number,
    userId: number,
    guardianName: text,
    consentDate: orNull(text),
    consentSource: orNull(text),
  })`select ${fields} from kids_club_members where customer_id = any(${listOf(ids, 'bigint')})`
  return new Map(rows.map((row) => [row.userId, toWire(row)!]))
}

export const isMember = (error: unknown): boolean => sqlError(error).constraint === 'kids_club_members_pkey'

export async function changeMember(
  tx: Db,
  id: number,
  { guardianName, consentDate, consentSource }: Guardian,
): Promise<ClubMember> {
  const { rows } = await query(tx, {
    createdAt: text,
    version: number,
    userId: number,
    guardianName: text,
    consentDate: orNull(text),
    consentSource: orNull(text),
  })`
    update kids_club_members set guardian_name = ${guardianName}, consent_on = ${consentDate},
      consent_source = ${consentSource}, version = version + 1
    where customer_id = ${id} returning ${fields}`
  return toWire(rows[0])!
}

export const removeMember = (tx: Db, id: number) =>
  tx.execute(sql`delete from kids_club_members where customer_id = ${id}`)

export async function countMembers(db: Db): Promise<{ members: number; without_consent: number }> {
  const { rows } = await query(db, { members: number, without_consent: number })`
    select count(*) as members, count(*) filter (where consent_on is null) as without_consent
    from kids_club_members k join customers c on c.id = k.customer_id where c.is_listed`
  return rows[0]!
}
