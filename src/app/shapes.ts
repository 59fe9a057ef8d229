import * as z from 'zod/mini'
import * as atoms from '#contract/atoms.ts'
import * as base from '#contract/base.ts'
import * as sharedCalendar from '#contract/calendar.ts'
import * as code from '#contract/code.ts'
import * as sharedConnections from '#contract/connections.ts'
import * as factors from '#contract/factors.ts'
import * as films from '#contract/films.ts'
import * as permissions from '#contract/permissions.ts'
import * as phone from '#contract/phone.ts'
import * as position from '#contract/position.ts'
import * as problem from '#contract/problem.ts'
import * as session from '#contract/session.ts'
import * as account from '#features/access/account/contract.ts'
import * as accountFactor from '#features/access/account/factor-contract.ts'
import * as admins from '#features/access/admins/contract.ts'
import * as adminsRole from '#features/access/admins/role-contract.ts'
import * as analytics from '#features/insights/analytics/contract.ts'
import * as audit from '#features/access/audit/contract.ts'
import * as calendar from '#features/programming/calendar/contract.ts'
import * as catalogue from '#features/programming/catalogue/contract.ts'
import * as categories from '#features/programming/categories/contract.ts'
import * as cinemas from '#features/programming/cinemas/contract.ts'
import * as concessions from '#features/counter/concessions/contract.ts'
import * as concessionsProduct from '#features/counter/concessions/product-contract.ts'
import * as connections from '#features/operations/connections/contract.ts'
import * as cubes from '#features/rooms/cubes/contract.ts'
import * as customers from '#features/customers/customers/contract.ts'
import * as errorLogs from '#features/operations/error-logs/contract.ts'
import * as events from '#features/marketing/events/contract.ts'
import * as feed from '#features/operations/feed/contract.ts'
import { EXAMPLES } from '#features/operations/feed/examples-contract.ts'
import { RECORD_SCHEMAS } from '#features/operations/feed/records-contract.ts'
import { RECORD_TYPES } from '#features/operations/feed/rules.ts'
import * as kidsClub from '#features/customers/kids-club/contract.ts'
import * as media from '#features/programming/media/contract.ts'
import * as movieStats from '#features/insights/movie-stats/contract.ts'
import * as movies from '#features/programming/movies/contract.ts'
import * as notificationsAudience from '#features/marketing/notifications/audience-contract.ts'
import * as notifications from '#features/marketing/notifications/contract.ts'
import * as paymentLogs from '#features/payments/payment-logs/contract.ts'
import * as payments from '#features/payments/payments/contract.ts'
import * as points from '#features/customers/points/contract.ts'
import * as privacy from '#features/customers/privacy/contract.ts'
import * as promotionsBanner from '#features/marketing/promotions/banner-contract.ts'
import * as promotions from '#features/marketing/promotions/contract.ts'
import * as recentlyDeleted from '#features/lists/recently-deleted/contract.ts'
import * as published from '#features/marketing/published/contract.ts'
import * as referralLinks from '#features/marketing/referral-links/contract.ts'
import * as serviceTokens from '#features/access/service-tokens/contract.ts'
import * as tickets from '#features/sales/tickets/contract.ts'
import * as tiers from '#features/customers/tiers/contract.ts'
import * as bulkActions from '#features/lists/bulk-actions/contract.ts'
import * as reports from '#features/lists/reports/contract.ts'
import * as imports from '#features/lists/bulk-actions/import-contract.ts'
import * as views from '#features/lists/views/contract.ts'
import * as vouchers from '#features/marketing/vouchers/contract.ts'
import type { Endpoint, Schema } from '#contract/endpoint.ts'
import type { Shape } from '#server/http/components.ts'

/** Every contract that exports a shape, by the path of its file. */
const contracts: readonly Record<string, unknown>[] = [
  atoms,
  base,
  sharedCalendar,
  code,
  sharedConnections,
  factors,
  films,
  permissions,
  phone,
  position,
  problem,
  session,
  account,
  accountFactor,
  admins,
  adminsRole,
  analytics,
  audit,
  calendar,
  catalogue,
  categories,
  cinemas,
  concessions,
  concessionsProduct,
  connections,
  cubes,
  customers,
  errorLogs,
  events,
  feed,
  kidsClub,
  media,
  movieStats,
  movies,
  notifications,
  notificationsAudience,
  paymentLogs,
  payments,
  points,
  privacy,
  promotionsBanner,
  promotions,
  recentlyDeleted,
  published,
  referralLinks,
  serviceTokens,
  tickets,
  tiers,
  views,
  bulkActions,
  reports,
  imports,
  vouchers,
]

const NAMED = new Set(['object', 'union', 'enum', 'record'])
/** Small ones that say more than their type. */
const ATOMS: Record<string, Omit<Shape, 'id'>> = {
  Day: { description: 'A calendar day, YYYY-MM-DD', format: 'date' },
  Instant: { description: 'An instant, ISO 8601 with zone', format: 'date-time' },
}

const isShape = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

/** What of a contract's exports is a shape with a name in the API's document. */
export const shapesIn = (contract: Record<string, unknown>): [Schema, Shape][] =>
  Object.entries(contract).flatMap(([name, shape]): [Schema, Shape][] =>
    isShape(shape) && /^[A-Z]/.test(name) && (NAMED.has(shape._zod.def.type) || name in ATOMS)
      ? [[shape, { id: name, ...ATOMS[name] }]]
      : [],
  )

/** The shapes that contracts export, by their names there: those of the API's document. */
export const namedShapes = (): ReadonlyMap<Schema, Shape> => new Map([...contracts.flatMap(shapesIn), ...lineShapes])

/** The lines of the feed, each with an example. */
const lineShapes = RECORD_TYPES.map((stream): [Schema, Shape] => [
  RECORD_SCHEMAS[stream],
  {
    id: `${stream[0]!.toUpperCase()}${stream.slice(1)}Line`,
    description: `A record of POST /feed/${stream}`,
    examples: [EXAMPLES[stream]],
  },
])

/** Bodies that contracts leave to their handlers: a batch has lines of its stream. */
export const bodies: ReadonlyMap<Endpoint, Schema> = new Map<Endpoint, Schema>([
  [feed.feed.ingest, z.array(z.union(RECORD_TYPES.map((stream) => RECORD_SCHEMAS[stream])))],
])
