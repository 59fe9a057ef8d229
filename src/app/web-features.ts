import { web as account } from '#features/access/account/web/index.ts'
import { web as admins } from '#features/access/admins/web/index.ts'
import { web as analytics } from '#features/insights/analytics/web/index.ts'
import { web as approvals } from '#features/access/approvals/web/index.ts'
import { web as audit } from '#features/access/audit/web/index.ts'
import { web as calendar } from '#features/programming/calendar/web/index.ts'
import { web as categories } from '#features/programming/categories/web/index.ts'
import { web as concessions } from '#features/counter/concessions/web/index.ts'
import { web as connections } from '#features/operations/connections/web/index.ts'
import { web as cubes } from '#features/rooms/cubes/web/index.ts'
import { web as customers } from '#features/customers/customers/web/index.ts'
import { web as dailyFinance } from '#features/payments/daily-finance/web/index.ts'
import { web as demo } from '#features/operations/demo/web/index.ts'
import { web as errorLogs } from '#features/operations/error-logs/web/index.ts'
import { web as events } from '#features/marketing/events/web/index.ts'
import { web as feed } from '#features/operations/feed/web/index.ts'
import { web as kidsClub } from '#features/customers/kids-club/web/index.ts'
import { web as movieStats } from '#features/insights/movie-stats/web/index.ts'
import { web as movies } from '#features/programming/movies/web/index.ts'
import { web as paymentLogs } from '#features/payments/payment-logs/web/index.ts'
import { web as payments } from '#features/payments/payments/web/index.ts'
import { web as points } from '#features/customers/points/web/index.ts'
import { web as programme } from '#features/programming/programme/web/index.ts'
import { web as privacy } from '#features/customers/privacy/web/index.ts'
import { web as search } from '#features/lists/search/web/index.ts'
import { web as serviceTokens } from '#features/access/service-tokens/web/index.ts'
import { web as tickets } from '#features/sales/tickets/web/index.ts'
import { web as tiers } from '#features/customers/tiers/web/index.ts'
import { web as alerts } from '#features/messages/alerts/web/index.ts'
import { web as notifications } from '#features/marketing/notifications/web/index.ts'
import { web as recentlyDeleted } from '#features/lists/recently-deleted/web/index.ts'
import { web as promotions } from '#features/marketing/promotions/web/index.ts'
import { web as referralLinks } from '#features/marketing/referral-links/web/index.ts'
import { web as reports } from '#features/lists/reports/web/index.ts'
import { web as bulkActions } from '#features/lists/bulk-actions/web/index.ts'
import { web as views } from '#features/lists/views/web/index.ts'
import { web as vouchers } from '#features/marketing/vouchers/web/index.ts'
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
  dailyFinance,
  promotions,
  notifications,
  referralLinks,
  calendar,
  recentlyDeleted,
  categories,
  vouchers,
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
