import { server as account } from '#features/access/account/server/index.ts'
import { server as admins } from '#features/access/admins/server/index.ts'
import { server as analytics } from '#features/insights/analytics/server/index.ts'
import { server as approvals } from '#features/access/approvals/server/index.ts'
import { server as audit } from '#features/access/audit/server/index.ts'
import { server as media } from '#features/programming/media/server/index.ts'
import { server as calendar } from '#features/programming/calendar/server/index.ts'
import { server as catalogue } from '#features/programming/catalogue/server/index.ts'
import { server as categories } from '#features/programming/categories/server/index.ts'
import { server as cinemas } from '#features/programming/cinemas/server/index.ts'
import { server as concessions } from '#features/counter/concessions/server/index.ts'
import { server as cubes } from '#features/rooms/cubes/server/index.ts'
import { server as customers } from '#features/customers/customers/server/index.ts'
import { server as demo } from '#features/operations/demo/server/index.ts'
import { server as events } from '#features/marketing/events/server/index.ts'
import { server as errorLogs } from '#features/operations/error-logs/server/index.ts'
import { server as feed } from '#features/operations/feed/server/index.ts'
import { server as kidsClub } from '#features/customers/kids-club/server/index.ts'
import { server as emails } from '#features/messages/emails/server/index.ts'
import { server as connections } from '#features/operations/connections/server/index.ts'
import { server as movieStats } from '#features/insights/movie-stats/server/index.ts'
import { server as movies } from '#features/programming/movies/server/index.ts'
import { server as alerts } from '#features/messages/alerts/server/index.ts'
import { server as notifications } from '#features/marketing/notifications/server/index.ts'
import { server as outbox } from '#features/operations/outbox/server/index.ts'
import { server as points } from '#features/customers/points/server/index.ts'
import { server as programme } from '#features/programming/programme/server/index.ts'
import { server as privacy } from '#features/customers/privacy/server/index.ts'
import { server as paymentLogs } from '#features/payments/payment-logs/server/index.ts'
import { server as dailyFinance } from '#features/payments/daily-finance/server/index.ts'
import { server as payments } from '#features/payments/payments/server/index.ts'
import { server as search } from '#features/lists/search/server/index.ts'
import { server as serviceTokens } from '#features/access/service-tokens/server/index.ts'
import { server as session } from '#features/access/session/server/index.ts'
import { server as singleSignOn } from '#features/access/single-sign-on/server/index.ts'
import { server as tickets } from '#features/sales/tickets/server/index.ts'
import { server as trade } from '#features/sales/trade/server/index.ts'
import { server as tiers } from '#features/customers/tiers/server/index.ts'
import { server as recentlyDeleted } from '#features/lists/recently-deleted/server/index.ts'
import { server as promotions } from '#features/marketing/promotions/server/index.ts'
import { server as published } from '#features/marketing/published/server/index.ts'
import { server as reports } from '#features/lists/reports/server/index.ts'
import { server as referralLinks } from '#features/marketing/referral-links/server/index.ts'
import { server as bulkActions } from '#features/lists/bulk-actions/server/index.ts'
import { server as views } from '#features/lists/views/server/index.ts'
import { server as vouchers } from '#features/marketing/vouchers/server/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { AnyJob } from '#server/jobs/jobs.ts'
import { maintenance } from '#server/jobs/maintenance.ts'
import type { ServerFeature } from '#server/feature.ts'

/** The server's table of contents. */
export const features: Record<string, ServerFeature> = {
  session,
  account,
  singleSignOn,
  privacy,
  media,
  cinemas,
  admins,
  concessions,
  movies,
  movieStats,
  programme,
  catalogue,
  promotions,
  published,
  emails,
  trade,
  analytics,
  outbox,
  search,
  calendar,
  recentlyDeleted,
  customers,
  tiers,
  payments,
  paymentLogs,
  dailyFinance,
  feed,
  serviceTokens,
  demo,
  kidsClub,
  points,
  notifications,
  referralLinks,
  categories,
  vouchers,
  cubes,
  events,
  errorLogs,
  connections,
  tickets,
  approvals,
  audit,
  alerts,
  views,
  bulkActions,
  reports,
}

/** The product's jobs. */
export const allJobs: readonly AnyJob[] = [maintenance, ...Object.values(features).flatMap(({ jobs = [] }) => jobs)]

/** Every call of the API, feature by feature. */
export const everyEndpoint: readonly Endpoint[] = Object.values(features).flatMap(({ routes = [] }) =>
  routes.map(({ endpoint }) => endpoint),
)
