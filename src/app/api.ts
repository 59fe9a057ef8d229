import { account } from '#features/access/account/contract.ts'
import { admins } from '#features/access/admins/contract.ts'
import { analytics } from '#features/insights/analytics/contract.ts'
import { approvals } from '#features/access/approvals/contract.ts'
import { audit } from '#features/access/audit/contract.ts'
import { calendar } from '#features/programming/calendar/contract.ts'
import { catalogue } from '#features/programming/catalogue/contract.ts'
import { categories } from '#features/programming/categories/contract.ts'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { concessions } from '#features/counter/concessions/contract.ts'
import { margin } from '#features/counter/concessions/margin-contract.ts'
import { priceChanges } from '#features/counter/concessions/price-contract.ts'
import { connections } from '#features/operations/connections/contract.ts'
import { cubes } from '#features/rooms/cubes/contract.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { demo } from '#features/operations/demo/contract.ts'
import { edibles, merchandise } from '#features/counter/concessions/product-contract.ts'
import { events } from '#features/marketing/events/contract.ts'
import { eventList } from '#features/marketing/events/list-contract.ts'
import { errorLogs } from '#features/operations/error-logs/contract.ts'
import { feed } from '#features/operations/feed/contract.ts'
import { kidsClub } from '#features/customers/kids-club/contract.ts'
import { heroBanners } from '#features/marketing/promotions/banner-contract.ts'
import { media } from '#features/programming/media/contract.ts'
import { movieStats } from '#features/insights/movie-stats/contract.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { alerts } from '#features/messages/alerts/contract.ts'
import { audiences } from '#features/marketing/notifications/audience-contract.ts'
import { notifications } from '#features/marketing/notifications/contract.ts'
import { outbox } from '#features/operations/outbox/contract.ts'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { dayClose } from '#features/payments/daily-finance/close-contract.ts'
import { reconciliation } from '#features/payments/daily-finance/reconciliation-contract.ts'
import { payments } from '#features/payments/payments/contract.ts'
import { points } from '#features/customers/points/contract.ts'
import { programme } from '#features/programming/programme/contract.ts'
import { privacy } from '#features/customers/privacy/contract.ts'
import { roles } from '#features/access/admins/role-contract.ts'
import { search } from '#features/lists/search/contract.ts'
import { serviceTokens } from '#features/access/service-tokens/contract.ts'
import { factors } from '#contract/factors.ts'
import { accountFactors } from '#features/access/account/factor-contract.ts'
import { session } from '#features/access/session/contract.ts'
import { singleSignOn } from '#contract/single-sign-on.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { tiers } from '#features/customers/tiers/contract.ts'
import { recentlyDeleted } from '#features/lists/recently-deleted/contract.ts'
import { promotions } from '#features/marketing/promotions/contract.ts'
import { landingPage } from '#features/marketing/promotions/landing-contract.ts'
import { published } from '#features/marketing/published/contract.ts'
import { referralLinks } from '#features/marketing/referral-links/contract.ts'
import { bulkActions } from '#features/lists/bulk-actions/contract.ts'
import { reports } from '#features/lists/reports/contract.ts'
import { imports } from '#features/lists/bulk-actions/import-contract.ts'
import { views } from '#features/lists/views/contract.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** The api: every call of the API, by feature, in the specification's order. */
export const api = {
  session,
  factors,
  account,
  singleSignOn,
  accountFactors,
  analytics,
  movies,
  movieStats,
  programme,
  catalogue,
  cinemas,
  media,
  heroBanners,
  promotions,
  landingPage,
  published,
  outbox,
  search,
  calendar,
  recentlyDeleted,
  customers,
  tiers,
  payments,
  paymentLogs,
  reconciliation,
  dayClose,
  kidsClub,
  points,
  admins,
  roles,
  privacy,
  edibles,
  merchandise,
  concessions,
  priceChanges,
  margin,
  cubes,
  feed,
  serviceTokens,
  demo,
  connections,
  notifications,
  audiences,
  referralLinks,
  categories,
  vouchers,
  eventList,
  events,
  tickets,
  errorLogs,
  approvals,
  audit,
  alerts,
  reports,
  views,
  bulkActions,
  imports,
}

export const everyEndpoint = Object.values(api).flatMap((table) => Object.values(table)) as Endpoint[]
