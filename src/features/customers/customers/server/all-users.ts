import { filePhone } from '#contract/phone.ts'
import { counted } from '#contract/counted.ts'
import { readChoice } from '#contract/filter.ts'
import type { Output } from '#contract/endpoint.ts'
import { dayOf, showDay } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { countSelected, slice, type Selection } from '#server/db/page.ts'
import { exportRows, type CsvColumn } from '#server/http/csv.ts'
import type { Context, Streamed } from '#server/http/handle.ts'
import type { customers, Person } from '../contract.ts'
import { STATUS_LABELS, STATUSES, type Status } from '../rules.ts'
import { guestsListed, readGuests } from './guests.ts'
import { readUsers, usersListed } from './list.ts'
import { customersSeen, type Seen } from './visibility.ts'

/** Customers, then guests, as one list. */

type Filter = Pick<Output<(typeof customers)['everybody']['query']>, 'search' | 'status' | 'sort'>

const TYPES = { subscribed: 'ACTIVE', unsubscribed: 'INACTIVE' } as const
const GUEST_SORTS = { name: 'customer_name', email: 'customer_email', createdAt: 'lastPurchaseDate' } as const

export function everybodyIn(
  { search, status, sort = '-createdAt' }: Filter,
  { now, zone, seen, upTo }: { now: Date; zone: string; seen: Seen | undefined; upTo?: number },
): Selection[] {
  const filters = status && readChoice(status)
  const wanted: readonly string[] = filters && filters !== 'some' ? filters.values : STATUSES
  const types = (Object.keys(TYPES) as (keyof typeof TYPES)[]).filter((one) => wanted.includes(one))
  const by = sort.replace('-', '') as keyof typeof GUEST_SORTS
  const guestSort = `${sort.startsWith('-') ? '-' : ''}${GUEST_SORTS[by]}` as const
  return [
    ...(types.length
      ? usersListed(
          { search_query: search, sort, zone, ...(types.length === 1 && { type: TYPES[types[0]!] }) },
          now,
          seen,
        )
      : []),
    ...(wanted.includes('guest')
      ? [guestsListed({ search, sort: guestSort, zone }, seen, { ...(upTo && { upTo }) })]
      : []),
  ]
}

/** The last key is an email for a guest, and a number for a customer. */
const isGuest = (key: readonly string[]) => !/^\d+$/.test(key.at(-1)!)

/** Reads rows of the list in their order. */
export async function readEverybody(
  db: Db,
  keys: readonly string[][],
  now: Date,
  seen: Seen | undefined,
): Promise<Person[]> {
  const known = await readUsers(
    db,
    keys.filter((key) => !isGuest(key)),
    now,
  )
  const guests = await readGuests(db, keys.filter(isGuest), seen)
  return [
    ...known.map(({ userId, firstName, lastName, email, mobile, createdAt, lastest_subscription: last }) => ({
      id: userId,
      name: `${firstName} ${lastName}`.trim(),
      email,
      mobile,
      status: (last.endsAt ? 'subscribed' : 'unsubscribed') as Status,
      plan: last.endsAt || last.endedAt ? last.subscriptionName : null,
      at: createdAt,
    })),
    ...guests.map(({ customer_email, customer_name, lastPurchaseDate }) => ({
      id: null,
      name: customer_name,
      email: customer_email,
      mobile: null,
      status: 'guest' as Status,
      plan: null,
      at: lastPurchaseDate,
    })),
  ]
}

const PAGE = 1000

/** Exports the same list. The audit entry is written before the first row is sent. */
export async function exportEverybody({
  app,
  db,
  now,
  query: { columns: choice, ...filter },
  write,
}: Context<(typeof customers)['everybodyCsv']>): Promise<Streamed> {
  const { zone } = app.env
  const seen = await customersSeen(db)
  const selections = everybodyIn(filter, { now, zone, seen })
  let total = 0
  for (const selection of selections) total += await countSelected(db, selection)
  async function* pages() {
    for (const selection of selections)
      for (let after: string[] | undefined; ;) {
        const keys = await slice(db, selection, { limit: PAGE, after })
        if (!keys.length) break
        after = keys.at(-1)
        yield await readEverybody(db, keys, now, seen)
      }
  }
  const what = `${counted(total, 'user')} and guests`
  return exportRows(write, { name: FILE, what, columns: columnsOf(zone), choice, rows: pages(), total })
}

const FILE = 'all-users.csv'

const columnsOf = (zone: string): CsvColumn<Person>[] => [
  { id: 'name', title: 'Name', cell: ({ name }) => name },
  { id: 'email', title: 'Email', cell: ({ email }) => email },
  { id: 'mobile', title: 'Phone', cell: ({ mobile }) => mobile && filePhone(mobile) },
  { id: 'status', title: 'Status', cell: ({ status }) => STATUS_LABELS[status] },
  { id: 'plan', title: 'Plan', cell: ({ plan }) => plan },
  { id: 'at', title: 'Since', cell: ({ at }) => showDay(dayOf(at, zone)) },
  { id: 'userId', title: 'User ID', cell: ({ id }) => id },
]
