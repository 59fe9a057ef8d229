import { addDays } from '#contract/time.ts'
import { analytics } from '#features/insights/analytics/contract.ts'
import { audit } from '#features/access/audit/contract.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { pageOf, palette, PAGE, rowsOf, type Action, type Desk, type Role } from '../desk.ts'
import { openProfile } from './front-desk.ts'

const DAYS = 31
const isComplete = (rows: unknown[]) => rows.length === DAYS
const lastDays = ({ ground }: Desk) => {
  const end_date = addDays(ground.sizes.until, -1)
  return { start_date: addDays(end_date, 1 - DAYS), end_date }
}

const openDashboard: Action = (desk) => {
  const { browser } = desk
  const query = lastDays(desk)
  return Promise.all([
    browser.look({ as: 'overall figures', call: analytics.dashboard }),
    browser.look({
      as: 'revenue of 31 days',
      call: analytics.salesAndRevenue,
      query,
      isRight: isComplete,
    }),
    browser.look({ as: 'redemption of 31 days', call: analytics.redemptionRate, query, isRight: isComplete }),
    browser.look({ as: 'users of 31 days', call: analytics.users, query, isRight: isComplete }),
  ])
}

const openChurn: Action = (desk) => {
  const { browser } = desk
  const query = lastDays(desk)
  return Promise.all([
    browser.look({ as: 'churn rate of 31 days', call: analytics.churnRate, query, isRight: isComplete }),
    browser.look({ as: 'churn, a page', call: customers.churns, query: { ...query, page: 1, perPage: PAGE } }),
  ])
}

export const listMovies: Action = ({ browser }) =>
  browser.look({
    as: 'movies, a page',
    call: movies.list,
    query: { page: 1, perPage: PAGE },
    isRight: rowsOf('movies'),
  })

const listAudit: Action = (desk) =>
  desk.browser.look({
    as: 'audit log, a page',
    call: audit.list,
    query: { page: pageOf(desk), perPage: PAGE },
    isRight: rowsOf('lines'),
  })

export const management: Role = {
  name: 'Load: management',
  permissions: ['analytics:read', 'customers:read', 'movies:read', 'audit:read'],
  actions: [
    [5, openDashboard],
    [2, openChurn],
    [2, listMovies],
    [2, listAudit],
    [2, openProfile],
    [2, palette],
  ],
}
