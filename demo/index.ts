/** A Nigerian chain to try the product on: films, cinemas, staff, customers and three years of trade. */
import type { DemoChain } from '#server/demo.ts'
import { demo as accounts } from './parts/accounts.ts'
import { demo as admins } from './parts/admins.ts'
import { demo as alerts } from './parts/alerts.ts'
import { demo as approvals } from './parts/approvals.ts'
import { demo as categories } from './parts/categories.ts'
import { demo as cinemas } from './parts/cinemas.ts'
import { demo as concessions } from './parts/concessions.ts'
import { demo as cubes } from './parts/cubes.ts'
import { demo as errorLogs } from './parts/error-logs.ts'
import { demo as events } from './parts/events.ts'
import { demo as feed } from './parts/feed.ts'
import { demo as heroBanners } from './parts/hero-banners.ts'
import { loadInBackground as loadKidsClub } from './parts/kids-club.ts'
import { demo as movies } from './parts/movies.ts'
import { demo as notifications } from './parts/notifications.ts'
import { chargeDemo, chargeDemoPayments } from './parts/payment-logs.ts'
import { storeDemoCards } from './parts/payments.ts'
import { loadInBackground as loadPoints } from './parts/points.ts'
import { loadInBackground as loadPrivacy } from './parts/privacy.ts'
import { demo as promotions } from './parts/promotions.ts'
import { demo as referralLinks } from './parts/referral-links.ts'
import { demo as reports } from './parts/reports.ts'
import { demo as roles } from './parts/roles.ts'
import { demo as tiers } from './parts/tiers.ts'
import { demo as vouchers } from './parts/vouchers.ts'
import { scenery } from './scenery.ts'
import { loadInBackground as loadTrade, tradeJob } from './trade/jobs.ts'

export const demo: DemoChain = {
  scenery,
  parts: {
    accounts,
    cinemas,
    roles,
    admins,
    concessions,
    movies,
    heroBanners,
    promotions,
    tiers,
    feed,
    notifications,
    referralLinks,
    categories,
    vouchers,
    cubes,
    events,
    errorLogs,
    approvals,
    alerts,
    reports,
  },
  jobs: [tradeJob, chargeDemo],
  background: [loadTrade, loadPrivacy, storeDemoCards, chargeDemoPayments, loadKidsClub, loadPoints],
}
