import { counted } from '#contract/counted.ts'
import { dayOf } from '#contract/time.ts'
import { sql, type SQL } from 'drizzle-orm'
import type { Context, Streamed } from '#server/http/handle.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { day, dayIn, naira, phone as phoneIn, trimmed } from '#server/db/cells.ts'
import type { Db } from '#server/db/connect.ts'
import type { Selection } from '#server/db/page.ts'
import { everyRowOf, totalOf } from '#server/db/batches.ts'
import { listOf } from '#server/db/rows.ts'
import { exportLists, type CopiedColumn } from '#server/http/csv.ts'
import type { customers } from '../contract.ts'
import { DEFAULT_PLAN } from '../rules.ts'
import { churnsListed, churnWithPerson } from './churns.ts'
import { guestsListed } from './guests.ts'
import { everybodyListed, kidsClubListed, memberWithPerson, usersListed } from './list.ts'
import { customersSeen } from './visibility.ts'

type Kit = Pick<Context<Endpoint>, 'write'> & { db: Db }
type Export = {
  file: string
  /** Name of a row for the audit log; a plural, if it is not formed with -s. */
  of: readonly [one: string, many?: string]
  columns: readonly CopiedColumn[]
  choice: string | undefined
  selections: readonly Selection[]
  companion?: Parameters<typeof everyRowOf>[2]
}

/** Exports a list. The audit entry is written before the first row is sent. */
async function exported(
  { db, write }: Kit,
  { file, of, columns, choice, selections, companion }: Export,
): Promise<Streamed> {
  const lists = await everyRowOf(db, selections, companion)
  return exportLists(write, db, { name: file, what: counted(totalOf(lists)!, ...of), columns, choice, lists })
}

const FULL_NAME = trimmed(sql`c.first_name || ' ' || c.last_name`)
const name: CopiedColumn = { id: 'name', title: 'Name', cell: FULL_NAME }
const email: CopiedColumn = { id: 'email', title: 'Email', cell: sql`c.email` }
const phone = (title: string): CopiedColumn => ({ id: 'mobile', title, cell: phoneIn(sql`c.phone`) })
const plan = (title: string): CopiedColumn => ({ id: 'plan', title, cell: sql`coalesce(latest.plan, ${DEFAULT_PLAN})` })
const userId: CopiedColumn = { id: 'userId', title: 'User ID', cell: sql`c.id`, isNumber: true }
const card = (title: string): CopiedColumn => ({ id: 'rosettaCardNumber', title, cell: sql`c.card_number` })

/** Columns of customers `c` with their `latest` subscription. */
const userColumns = (zone: string, now: string): CopiedColumn[] => [
  name,
  email,
  phone('Phone'),
  card('Card Number'),
  plan('Plan'),
  {
    id: 'endsAt',
    title: 'Ends',
    cell: sql`case when latest.ends_at > ${now} then ${dayIn(sql`latest.ends_at`, zone)} end`,
  },
  { id: 'createdAt', title: 'Date created', cell: dayIn(sql`c.registered_at`, zone) },
  userId,
]

/** Operations 2: Name, Email, Reason, Date; further columns on request. */
const unsubscribedColumns = (zone: string, now: string): CopiedColumn[] => [
  name,
  email,
  { id: 'reason', title: 'Reason', cell: sql`case when latest.ends_at <= ${now} then latest.reason end` },
  {
    id: 'endedAt',
    title: 'Date',
    cell: sql`case when latest.ends_at <= ${now} then ${dayIn(sql`latest.ends_at`, zone)} end`,
  },
  phone('Phone'),
  plan('Plan'),
  userId,
]
const UNSUBSCRIBED = 'name,email,reason,endedAt'

/** Operations 2: ID (card number), Name, Email, Phone Number, Date Added; plus the guardian's consent. */
const kidsClubColumns = (zone: string): CopiedColumn[] => [
  card('ID'),
  name,
  email,
  phone('Phone Number'),
  { id: 'createdAt', title: 'Date Added', cell: dayIn(sql`k.joined_at`, zone) },
  { id: 'dateOfBirth', title: 'Date of Birth', cell: day(sql`c.birth_date`) },
  { id: 'guardianName', title: 'Guardian', cell: sql`k.guardian_name` },
  { id: 'consentDate', title: 'Consent', cell: day(sql`k.consent_on`) },
  { id: 'consentSource', title: 'Consent by', cell: sql`k.consent_source` },
]

const guestColumns = (zone: string): CopiedColumn[] => [
  { id: 'customer_name', title: 'Name', cell: sql`g.name` },
  { id: 'customer_email', title: 'Email', cell: sql`g.email` },
  { id: 'lastPurchaseDate', title: 'Last Purchase', cell: dayIn(sql`g.last_purchase_at`, zone) },
  { id: 'purchases', title: 'Purchases', cell: sql`g.purchases`, isNumber: true, adds: true },
]

/** Subscription of each customer that started last. As a join, it is read for all customers in one step. */
const withLatest =
  (now: string) =>
  ({ from }: Selection): SQL =>
    sql`${from} left join subscription_periods latest
    on latest.customer_id = c.id and latest.starts_at <= ${now} and not exists (
      select from subscription_periods later
      where later.customer_id = latest.customer_id and later.starts_at > latest.starts_at and later.starts_at <= ${now})`

export async function exportUsers({ query, app, now: at, ...kit }: Context<typeof customers.listCsv>) {
  const { columns: choice, ids, ...filter } = query
  const isUnsubscribed = filter.type === 'INACTIVE'
  const now = at.toISOString()
  return exported(kit, {
    file: isUnsubscribed ? 'unsubscribed-users.csv' : 'users.csv',
    of: [isUnsubscribed ? 'unsubscribed user' : filter.type ? 'active user' : 'user'],
    columns: isUnsubscribed ? unsubscribedColumns(app.env.zone, now) : userColumns(app.env.zone, now),
    choice: choice ?? (isUnsubscribed ? UNSUBSCRIBED : undefined),
    selections: these(ids, usersListed({ ...filter, zone: app.env.zone }, at, await customersSeen(kit.db))),
    companion: withLatest(now),
  })
}

/** Limits a selection to the given customers, if any. */
function these(ids: readonly number[] | undefined, selections: readonly Selection[]): Selection[] {
  if (!ids) return [...selections]
  const among = sql`c.id = any(${listOf(ids, 'bigint')})`
  return selections.map(({ count: _, ...selection }) => ({
    ...selection,
    where: sql`${selection.where} and ${among}`,
    ...(selection.deepPageWhere && { deepPageWhere: sql`${selection.deepPageWhere} and ${among}` }),
  }))
}

export async function exportAll({ query, app, now: at, ...kit }: Context<typeof customers.allCsv>) {
  const { columns: choice, ...filters } = query
  const filter = { ...filters, zone: app.env.zone, today: dayOf(at, app.env.zone) }
  const seen = await customersSeen(kit.db)
  if (filter.forKidsClub === 'true')
    return exported(kit, {
      file: 'guest-users.csv',
      of: ['member of the kids club', 'members of the kids club'],
      columns: kidsClubColumns(app.env.zone),
      choice,
      selections: [kidsClubListed(filter, seen)],
      companion: memberWithPerson,
    })
  const now = at.toISOString()
  return exported(kit, {
    file: 'users.csv',
    of: ['user'],
    columns: userColumns(app.env.zone, now),
    choice,
    selections: [everybodyListed(filter, seen)],
    companion: withLatest(now),
  })
}

export async function exportGuests({ query, app, ...kit }: Context<typeof customers.guestsCsv>) {
  const { columns: choice, ...filter } = query
  return exported(kit, {
    file: 'guest-users.csv',
    of: ['guest user'],
    columns: guestColumns(app.env.zone),
    choice,
    selections: [guestsListed({ ...filter, zone: app.env.zone }, await customersSeen(kit.db), { withNames: true })],
  })
}

const ofListed = (cell: SQL): SQL => sql`case when c.is_listed then ${cell} end`
const CHURN = 'name,email,plan,price,reason,date'
const churnColumns: CopiedColumn[] = [
  { id: 'name', title: 'Name', cell: ofListed(FULL_NAME) },
  { id: 'email', title: 'Email', cell: ofListed(sql`c.email`) },
  { id: 'plan', title: 'Plan', cell: sql`l.plan` },
  { id: 'price', title: 'Price a month', cell: naira(sql`l.kobo`), isNumber: true },
  { id: 'reason', title: 'Reason', cell: sql`l.reason` },
  { id: 'date', title: 'Date', cell: day(sql`l.ends_on`) },
  { id: 'mobile', title: 'Phone', cell: ofListed(phoneIn(sql`c.phone`)) },
  { id: 'userId', title: 'User ID', cell: ofListed(sql`c.id`), isNumber: true },
]

export async function exportChurns({ query, app, now, ...kit }: Context<typeof customers.churnsCsv>) {
  const { columns: choice, ...filter } = query
  return exported(kit, {
    file: 'churn.csv',
    of: ['ended subscription'],
    columns: churnColumns,
    choice: choice ?? CHURN,
    selections: [churnsListed(filter, now, app.env.dayZone, await customersSeen(kit.db))],
    companion: churnWithPerson,
  })
}
