import { sql, type SQL } from 'drizzle-orm'
import { fold } from '#contract/fold.ts'
import { counted } from '#contract/counted.ts'
import { dayOf, type Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import { listOf } from '#server/db/rows.ts'
import type { PersonalData } from '#server/person.ts'
import { readCode, type VoucherState } from '../rules.ts'
import { keysToReadWith } from './keys.ts'
import { stateOn } from './store.ts'
import { number, query, text, textOf, type RowOf } from '#server/db/query.ts'

/** A voucher for whoever gives it to somebody. */
const givenRow = { id: number, last4: text, recipient: text, state: textOf<VoucherState>(), version: number }
export type Given = RowOf<typeof givenRow>

const read = async (db: Db, groupId: number, today: Day, where: SQL): Promise<Given[]> =>
  (
    await query(db, givenRow)`
      select v.id, v.last4, v.recipient, ${stateOn(today)} as state, v.version from vouchers v
      where v.group_id = ${groupId} and ${where}`
  ).rows

/** The next vouchers of a group that are unused and nobody's, but for some. */
export const freeVouchers = (
  db: Db,
  groupId: number,
  today: Day,
  { but, limit }: { but: readonly number[]; limit: number },
) =>
  read(
    db,
    groupId,
    today,
    sql`v.state = 'unused' and (v.expires_on is null or v.expires_on >= ${today}) and v.recipient = ''
      and v.id <> all(${listOf(but, 'bigint')}) order by v.id limit ${limit}`,
  )

/** Those of a group that are somebody's, by the folded name. */
export async function vouchersOfRecipients(db: Db, groupId: number, today: Day, names: readonly string[]) {
  const folded = listOf(names.map(fold), 'text')
  const found = await read(db, groupId, today, sql`v.recipient <> '' and fold(v.recipient) = any(${folded})`)
  return new Map(found.map((voucher) => [fold(voucher.recipient), voucher]))
}

/** Vouchers that a person can still use, as far as they are written down for them. */
export const owedVouchers: NonNullable<PersonalData['owed']> = async (db, { names, emails }, { now, zone }) => {
  const recipients = [...names, ...emails].map((name) => name.toLowerCase())
  const { rows } = await query(db, { n: number })`
    select count(*)::int as n from vouchers v
    where v.state = 'unused' and v.recipient <> '' and lower(v.recipient) = any(${listOf(recipients, 'text')})
      and (v.expires_on is null or v.expires_on >= ${dayOf(now, zone)})`
  return rows[0]!.n
    ? [{ text: `${counted(rows[0]!.n, 'unused voucher')} under this name, which can still be redeemed` }]
    : []
}

/** Those of a group with some codes, by the code as it was typed. */
export async function vouchersCoded(db: Db, env: Env, groupId: number, today: Day, codes: readonly string[]) {
  const known = codes.flatMap((typed) => readCode(typed) ?? [])
  const found = new Map<string, Given>()
  if (!known.length) return found
  const { lookup } = await keysToReadWith(db, env)
  for (const typed of new Set(codes)) {
    const code = readCode(typed)
    const [voucher] = code ? await read(db, groupId, today, sql`v.lookup = ${lookup(code)}`) : []
    if (voucher) found.set(typed, voucher)
  }
  return found
}
