import { randomUUID } from 'node:crypto'
import { customers, type CustomerRecord } from '#features/customers/customers/contract.ts'
import { points } from '#features/customers/points/contract.ts'
import {
  CONFLICT,
  IMPOSSIBLE,
  pageOf,
  palette,
  PAGE,
  rowsOf,
  anyCustomer,
  TERMS,
  type Action,
  type Desk,
  type Role,
} from '../desk.ts'

/** Nobody else has it. */
const PHONES = 10_000_000
const phone = ({ chance }: Desk) => `0811${String(chance.int(0, PHONES - 1)).padStart(7, '0')}`

const withoutPlan = (desk: Desk): number => {
  for (;;) {
    const id = anyCustomer(desk)
    if (id % 10 !== 0 && id % 14 !== 3) return id
  }
}

const listCustomers: Action = (desk) =>
  desk.browser.look({
    as: 'customers, a page',
    call: customers.all,
    query: { page: pageOf(desk), perPage: PAGE },
    isRight: rowsOf('users'),
  })

export const searchCustomers: Action = ({ browser, chance }) =>
  browser.look({
    as: 'customers, a search',
    call: customers.all,
    query: { page: 1, perPage: PAGE, search_query: chance.pick(TERMS) },
    isRight: (data: { totalItems: number }) => data.totalItems > 0,
  })

export const openProfile: Action = (desk) => {
  const params = { id: anyCustomer(desk) }
  const { browser } = desk
  return Promise.all([
    browser.look({
      as: 'a profile',
      call: customers.fetch,
      params,
      isRight: ({ userData }: CustomerRecord) => userData.id === params.id,
    }),
    browser.look({ as: 'a profile, what was bought', call: customers.ticketPurchases, params }),
  ])
}

const editProfile: Action = async (desk) => {
  const params = { id: withoutPlan(desk) }
  const found = await desk.browser.ask<CustomerRecord>({ as: 'a profile', call: customers.fetch, params })
  if (!found) return
  const { email, dateOfBirth, firstName, lastName, version } = found.userData
  const mobile = phone(desk)
  await desk.browser.look({
    as: 'edit a profile',
    call: customers.edit,
    params,
    body: { email, dateOfBirth, firstName, lastName, mobile, version },
    refusals: [CONFLICT],
    isRight: ({ userData }: CustomerRecord) => userData.version > version,
  })
}

const listMembers: Action = (desk) =>
  desk.browser.look({
    as: 'points, a page',
    call: points.list,
    query: { page: pageOf(desk), perPage: PAGE },
    isRight: rowsOf('members'),
  })

const givePoints: Action = (desk) => {
  const awards = desk.chance.happens(0.7)
  return desk.browser.look({
    as: awards ? 'award points' : 'redeem points',
    call: awards ? points.award : points.redeem,
    params: { id: anyCustomer(desk) },
    body: { points: desk.chance.int(1, 40), reason: 'Came back after a long time' },
    headers: { 'idempotency-key': randomUUID() },
    // Who has fewer.
    refusals: awards ? [] : [IMPOSSIBLE],
    isRight: (data: { line_id: number }) => data.line_id > 0,
  })
}

export const frontDesk: Role = {
  name: 'Load: front desk',
  permissions: ['customers:read', 'customers:write', 'points:read', 'points:write'],
  actions: [
    [4, listCustomers],
    [4, searchCustomers],
    [5, openProfile],
    [2, editProfile],
    [2, listMembers],
    [2, givePoints],
    [2, palette],
  ],
}
