import type { Context, Streamed } from '#server/http/handle.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { dayOf, showDay } from '#contract/time.ts'
import { chosenColumns, csvReply, type CsvColumn } from '#server/http/csv.ts'
import type { Db } from '#server/db/connect.ts'
import { countSelected, everyPage, type Selection } from '#server/db/page.ts'
import type { Churn, customers, GuestRow, KidsClubUser, UserRow } from '../contract.ts'
import { churnsListed, readChurns } from './churns.ts'
import { guestsListed, readGuests } from './guests.ts'
import { everybodyListed, kidsClubListed, readMembers, readUsers, usersListed } from './list.ts'

const EXPORT_PAGE = 2000

type Kit = Pick<Context<Endpoint>, 'write'> & { db: Db }
type Export<R> = {
  file: string
  /** What it holds, for the audit. */
  of: string
  columns: readonly CsvColumn<R>[]
  choice: string | undefined
  selections: readonly Selection[]
  read: (keys: string[][]) => Promise<R[]>
}

/** A list as a file, audited before its first row leaves. */
async function exported<R>(
  { db, write }: Kit,
  { file, of, columns, choice, selections, read }: Export<R>,
): Promise<Streamed> {
  const chosen = chosenColumns(columns, choice)
  let total = 0
  for (const selection of selections) total += await countSelected(db, selection)
  await write(({ record }) => record({ entity: 'export', id: file, summary: `Exported ${total} ${of}` }))
  return csvReply(file, chosen, everyPage(db, selections, EXPORT_PAGE, read), total)
}

type Person = Pick<UserRow, 'userId' | 'firstName' | 'lastName' | 'email' | 'mobile' | 'rosettaCardNumber'>
const nameOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`.trim()
const name: CsvColumn<Person> = { id: 'name', title: 'Name', cell: nameOf }
const email: CsvColumn<Person> = { id: 'email', title: 'Email', cell: (row) => row.email }
const phone = (title: string): CsvColumn<Person> => ({ id: 'mobile', title, cell: (row) => row.mobile })
const card = (title: string): CsvColumn<Person> => ({
  id: 'rosettaCardNumber',
  title,
  cell: (row) => row.rosettaCardNumber,
})
const dayShown = (at: string | null, zone: string) => at && showDay(dayOf(at, zone))
const created = (title: string, zone: string): CsvColumn<{ createdAt: string }> => ({
  id: 'createdAt',
  title,
  cell: (row) => dayShown(row.createdAt, zone),
})

const userColumns = (zone: string): CsvColumn<UserRow>[] => [
  name,
  email,
  phone('Phone'),
  card('Card Number'),
  { id: 'plan', title: 'Plan', cell: (row) => row.lastest_subscription.subscriptionName },
  { id: 'endsAt', title: 'Ends', cell: (row) => dayShown(row.lastest_subscription.endsAt, zone) },
  created('Date created', zone),
  { id: 'userId', title: 'User ID', cell: (row) => row.userId },
]

/** Operations 2: Name, Email, Reason, Date. */
const unsubscribedColumns = (zone: string): CsvColumn<UserRow>[] => [
  name,
  email,
  { id: 'reason', title: 'Reason', cell: (row) => row.lastest_subscription.reason },
  { id: 'endedAt', title: 'Date', cell: (row) => dayShown(row.lastest_subscription.endedAt, zone) },
]

/** Operations 2: ID (the card's number), Name, Email, Phone Number, Date Added; and the guardian's consent. */
const kidsClubColumns = (zone: string): CsvColumn<KidsClubUser>[] => [
  card('ID'),
  name,
  email,
  phone('Phone Number'),
  created('Date Added', zone),
  { id: 'dateOfBirth', title: 'Date of Birth', cell: (row) => row.dateOfBirth && showDay(row.dateOfBirth) },
  { id: 'guardianName', title: 'Guardian', cell: (row) => row.guardianName },
  { id: 'consentDate', title: 'Consent', cell: (row) => row.consentDate && showDay(row.consentDate) },
  { id: 'consentSource', title: 'Consent by', cell: (row) => row.consentSource },
]

const guestColumns = (zone: string): CsvColumn<GuestRow>[] => [
  { id: 'customer_name', title: 'Name', cell: (row) => row.customer_name },
  { id: 'customer_email', title: 'Email', cell: (row) => row.customer_email },
  { id: 'lastPurchaseDate', title: 'Last Purchase', cell: (row) => dayShown(row.lastPurchaseDate, zone) },
  { id: 'purchases', title: 'Purchases', cell: (row) => row.purchases },
]

export function exportUsers({ query, app, now, ...kit }: Context<typeof customers.listCsv>) {
  const { columns: choice, ...filter } = query
  const isUnsubscribed = filter.type === 'INACTIVE'
  return exported<UserRow>(kit, {
    file: isUnsubscribed ? 'unsubscribed-users.csv' : 'users.csv',
    of: isUnsubscribed ? 'unsubscribed users' : filter.type ? 'active users' : 'users',
    columns: isUnsubscribed ? unsubscribedColumns(app.env.zone) : userColumns(app.env.zone),
    choice,
    selections: usersListed(filter, now),
    read: (keys) => readUsers(kit.db, keys, now),
  })
}

export function exportAll({ query, app, now, ...kit }: Context<typeof customers.allCsv>) {
  const { columns: choice, ...filter } = query
  if (filter.forKidsClub === 'true')
    return exported<KidsClubUser>(kit, {
      file: 'guest-users.csv',
      of: 'members of the kids club',
      columns: kidsClubColumns(app.env.zone),
      choice,
      selections: [kidsClubListed(filter)],
      read: (keys) => readMembers(kit.db, keys),
    })
  return exported<UserRow>(kit, {
    file: 'users.csv',
    of: 'users',
    columns: userColumns(app.env.zone),
    choice,
    selections: [everybodyListed(filter)],
    read: (keys) => readUsers(kit.db, keys, now),
  })
}

export function exportGuests({ query, app, ...kit }: Context<typeof customers.guestsCsv>) {
  const { columns: choice, ...filter } = query
  return exported<GuestRow>(kit, {
    file: 'guest-users.csv',
    of: 'guest users',
    columns: guestColumns(app.env.zone),
    choice,
    selections: [guestsListed(filter)],
    read: (keys) => readGuests(kit.db, keys),
  })
}

const churnColumns: CsvColumn<Required<Churn>>[] = [
  { id: 'name', title: 'Name', cell: ({ user }) => user && nameOf(user) },
  { id: 'email', title: 'Email', cell: ({ user }) => user?.email ?? null },
  { id: 'plan', title: 'Plan', cell: (churn) => churn.subscriptionName },
  { id: 'price', title: 'Price a month', cell: (churn) => churn.price.toFixed(2) },
  { id: 'reason', title: 'Reason', cell: (churn) => churn.reason },
  { id: 'date', title: 'Date', cell: (churn) => showDay(churn.date) },
]

export function exportChurns({ query, app, now, ...kit }: Context<typeof customers.churnsCsv>) {
  const { columns: choice, ...filter } = query
  return exported<Required<Churn>>(kit, {
    file: 'churn.csv',
    of: 'ended subscriptions',
    columns: churnColumns,
    choice,
    selections: [churnsListed(filter, now, app.env.zone)],
    read: (keys) => readChurns(kit.db, keys),
  })
}
