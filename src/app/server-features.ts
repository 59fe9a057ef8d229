import { server as account } from '#features/account/server/index.ts'
import { server as admins } from '#features/admins/server/index.ts'
import { server as analytics } from '#features/analytics/server/index.ts'
import { server as approvals } from '#features/approvals/server/index.ts'
import { server as audit } from '#features/audit/server/index.ts'
import { server as media } from '#features/media/server/index.ts'
import { server as calendar } from '#features/calendar/server/index.ts'
import { server as catalogue } from '#features/catalogue/server/index.ts'
import { server as categories } from '#features/categories/server/index.ts'
import { server as cinemas } from '#features/cinemas/server/index.ts'
import { server as concessions } from '#features/concessions/server/index.ts'
import { server as cubes } from '#features/cubes/server/index.ts'
import { server as customers } from '#features/customers/server/index.ts'
import { server as demo } from '#features/demo/server/index.ts'
import { server as events } from '#features/events/server/index.ts'
import { server as errorLogs } from '#features/error-logs/server/index.ts'
import { server as feed } from '#features/feed/server/index.ts'
import { server as kidsClub } from '#features/kids-club/server/index.ts'
import { server as emails } from '#features/emails/server/index.ts'
import { server as connections } from '#features/connections/server/index.ts'
import { server as merchandise } from '#features/merchandise/server/index.ts'
import { server as movieStats } from '#features/movie-stats/server/index.ts'
import { server as movies } from '#features/movies/server/index.ts'
import { server as alerts } from '#features/alerts/server/index.ts'
import { server as notifications } from '#features/notifications/server/index.ts'
import { server as outbox } from '#features/outbox/server/index.ts'
import { server as points } from '#features/points/server/index.ts'
import { server as programme } from '#features/programme/server/index.ts'
import { server as privacy } from '#features/privacy/server/index.ts'
import { server as paymentLogs } from '#features/payment-logs/server/index.ts'
import { server as dayClose } from '#features/day-close/server/index.ts'
import { server as payments } from '#features/payments/server/index.ts'
import { server as search } from '#features/search/server/index.ts'
import { server as serviceTokens } from '#features/service-tokens/server/index.ts'
import { server as session } from '#features/session/server/index.ts'
import { server as singleSignOn } from '#features/single-sign-on/server/index.ts'
import { server as tickets } from '#features/tickets/server/index.ts'
import { server as trade } from '#features/trade/server/index.ts'
import { server as tiers } from '#features/tiers/server/index.ts'
import { server as recentlyDeleted } from '#features/recently-deleted/server/index.ts'
import { server as promotions } from '#features/promotions/server/index.ts'
import { server as published } from '#features/published/server/index.ts'
import { server as reports } from '#features/reports/server/index.ts'
import { server as referralLinks } from '#features/referral-links/server/index.ts'
import { server as bulkActions } from '#features/bulk-actions/server/index.ts'
import { server as views } from '#features/views/server/index.ts'
import { server as vouchers } from '#features/vouchers/server/index.ts'
import type { AnyJob } from '#server/jobs/jobs.ts'
import { maintenance } from '#server/jobs/maintenance.ts'
import type { ServerFeature } from '#server/feature.ts'

/** The server's table of contents. The demo is loaded in this order. */
export const features: Record<string, ServerFeature> = {
  session,
  account,
  singleSignOn,
  privacy,
  media,
  cinemas,
  admins,
  concessions,
  merchandise,
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
  dayClose,
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
