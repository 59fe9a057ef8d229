import { web as account } from '#features/account/web/index.ts'
import { web as admins } from '#features/admins/web/index.ts'
import { web as analytics } from '#features/analytics/web/index.ts'
import { web as approvals } from '#features/approvals/web/index.ts'
import { web as audit } from '#features/audit/web/index.ts'
import { web as calendar } from '#features/calendar/web/index.ts'
import { web as categories } from '#features/categories/web/index.ts'
import { web as concessions } from '#features/concessions/web/index.ts'
import { web as connections } from '#features/connections/web/index.ts'
import { web as cubes } from '#features/cubes/web/index.ts'
import { web as customers } from '#features/customers/web/index.ts'
import { web as dayClose } from '#features/day-close/web/index.ts'
import { web as demo } from '#features/demo/web/index.ts'
import { web as errorLogs } from '#features/error-logs/web/index.ts'
import { web as events } from '#features/events/web/index.ts'
import { web as feed } from '#features/feed/web/index.ts'
import { web as kidsClub } from '#features/kids-club/web/index.ts'
import { web as merchandise } from '#features/merchandise/web/index.ts'
import { web as movieStats } from '#features/movie-stats/web/index.ts'
import { web as movies } from '#features/movies/web/index.ts'
import { web as paymentLogs } from '#features/payment-logs/web/index.ts'
import { web as payments } from '#features/payments/web/index.ts'
import { web as points } from '#features/points/web/index.ts'
import { web as programme } from '#features/programme/web/index.ts'
import { web as privacy } from '#features/privacy/web/index.ts'
import { web as search } from '#features/search/web/index.ts'
import { web as serviceTokens } from '#features/service-tokens/web/index.ts'
import { web as tickets } from '#features/tickets/web/index.ts'
import { web as tiers } from '#features/tiers/web/index.ts'
import { web as alerts } from '#features/alerts/web/index.ts'
import { web as notifications } from '#features/notifications/web/index.ts'
import { web as recentlyDeleted } from '#features/recently-deleted/web/index.ts'
import { web as promotions } from '#features/promotions/web/index.ts'
import { web as referralLinks } from '#features/referral-links/web/index.ts'
import { web as reports } from '#features/reports/web/index.ts'
import { web as bulkActions } from '#features/bulk-actions/web/index.ts'
import { web as views } from '#features/views/web/index.ts'
import { web as vouchers } from '#features/vouchers/web/index.ts'
import type { WebFeature } from '#web/feature.ts'

/** The browser's table of contents. */
export const features: WebFeature[] = [
  account,
  admins,
  privacy,
  analytics,
  movies,
  customers,
  tiers,
  kidsClub,
  events,
  points,
  payments,
  paymentLogs,
  dayClose,
  promotions,
  notifications,
  referralLinks,
  calendar,
  recentlyDeleted,
  categories,
  vouchers,
  merchandise,
  movieStats,
  programme,
  concessions,
  cubes,
  connections,
  errorLogs,
  feed,
  serviceTokens,
  tickets,
  approvals,
  audit,
  search,
  alerts,
  views,
  bulkActions,
  reports,
  demo,
]
