import { account } from '#features/account/contract.ts'
import { admins } from '#features/admins/contract.ts'
import { analytics } from '#features/analytics/contract.ts'
import { approvals } from '#features/approvals/contract.ts'
import { audit } from '#features/audit/contract.ts'
import { calendar } from '#features/calendar/contract.ts'
import { catalogue } from '#features/catalogue/contract.ts'
import { categories } from '#features/categories/contract.ts'
import { cinemas } from '#features/cinemas/contract.ts'
import { concessions } from '#features/concessions/contract.ts'
import { margin } from '#features/concessions/margin-contract.ts'
import { priceChanges } from '#features/concessions/price-contract.ts'
import { connections } from '#features/connections/contract.ts'
import { cubes } from '#features/cubes/contract.ts'
import { customers } from '#features/customers/contract.ts'
import { demo } from '#features/demo/contract.ts'
import { edibles } from '#features/concessions/edible-contract.ts'
import { events } from '#features/events/contract.ts'
import { eventList } from '#features/events/list-contract.ts'
import { errorLogs } from '#features/error-logs/contract.ts'
import { feed } from '#features/feed/contract.ts'
import { kidsClub } from '#features/kids-club/contract.ts'
import { heroBanners } from '#features/promotions/banner-contract.ts'
import { media } from '#features/media/contract.ts'
import { merchandise } from '#features/merchandise/contract.ts'
import { movieStats } from '#features/movie-stats/contract.ts'
import { movies } from '#features/movies/contract.ts'
import { alerts } from '#features/alerts/contract.ts'
import { audiences } from '#features/notifications/audience-contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { outbox } from '#features/outbox/contract.ts'
import { paymentLogs } from '#features/payment-logs/contract.ts'
import { dayClose } from '#features/day-close/contract.ts'
import { mismatches } from '#features/payment-logs/mismatch-contract.ts'
import { payments } from '#features/payments/contract.ts'
import { points } from '#features/points/contract.ts'
import { programme } from '#features/programme/contract.ts'
import { privacy } from '#features/privacy/contract.ts'
import { roles } from '#features/admins/role-contract.ts'
import { search } from '#features/search/contract.ts'
import { serviceTokens } from '#features/service-tokens/contract.ts'
import { factors } from '#contract/factors.ts'
import { accountFactors } from '#features/account/factor-contract.ts'
import { session } from '#features/session/contract.ts'
import { singleSignOn } from '#contract/single-sign-on.ts'
import { tickets } from '#features/tickets/contract.ts'
import { tiers } from '#features/tiers/contract.ts'
import { recentlyDeleted } from '#features/recently-deleted/contract.ts'
import { promotions } from '#features/promotions/contract.ts'
import { landingPage } from '#features/promotions/landing-contract.ts'
import { published } from '#features/published/contract.ts'
import { referralLinks } from '#features/referral-links/contract.ts'
import { bulkActions } from '#features/bulk-actions/contract.ts'
import { reports } from '#features/reports/contract.ts'
import { imports } from '#features/bulk-actions/import-contract.ts'
import { views } from '#features/views/contract.ts'
import { vouchers } from '#features/vouchers/contract.ts'
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
  mismatches,
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
