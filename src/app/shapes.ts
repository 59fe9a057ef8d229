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
import * as account from '#features/account/contract.ts'
import * as accountFactor from '#features/account/factor-contract.ts'
import * as admins from '#features/admins/contract.ts'
import * as adminsRole from '#features/admins/role-contract.ts'
import * as analytics from '#features/analytics/contract.ts'
import * as audit from '#features/audit/contract.ts'
import * as calendar from '#features/calendar/contract.ts'
import * as catalogue from '#features/catalogue/contract.ts'
import * as categories from '#features/categories/contract.ts'
import * as cinemas from '#features/cinemas/contract.ts'
import * as concessions from '#features/concessions/contract.ts'
import * as concessionsEdible from '#features/concessions/edible-contract.ts'
import * as connections from '#features/connections/contract.ts'
import * as cubes from '#features/cubes/contract.ts'
import * as customers from '#features/customers/contract.ts'
import * as errorLogs from '#features/error-logs/contract.ts'
import * as events from '#features/events/contract.ts'
import * as feed from '#features/feed/contract.ts'
import { EXAMPLES } from '#features/feed/examples-contract.ts'
import { RECORD_SCHEMAS } from '#features/feed/records-contract.ts'
import { RECORD_TYPES } from '#features/feed/rules.ts'
import * as kidsClub from '#features/kids-club/contract.ts'
import * as media from '#features/media/contract.ts'
import * as merchandise from '#features/merchandise/contract.ts'
import * as movieStats from '#features/movie-stats/contract.ts'
import * as movies from '#features/movies/contract.ts'
import * as notificationsAudience from '#features/notifications/audience-contract.ts'
import * as notifications from '#features/notifications/contract.ts'
import * as paymentLogs from '#features/payment-logs/contract.ts'
import * as payments from '#features/payments/contract.ts'
import * as points from '#features/points/contract.ts'
import * as privacy from '#features/privacy/contract.ts'
import * as promotionsBanner from '#features/promotions/banner-contract.ts'
import * as promotions from '#features/promotions/contract.ts'
import * as recentlyDeleted from '#features/recently-deleted/contract.ts'
import * as published from '#features/published/contract.ts'
import * as referralLinks from '#features/referral-links/contract.ts'
import * as serviceTokens from '#features/service-tokens/contract.ts'
import * as tickets from '#features/tickets/contract.ts'
import * as tiers from '#features/tiers/contract.ts'
import * as bulkActions from '#features/bulk-actions/contract.ts'
import * as reports from '#features/reports/contract.ts'
import * as imports from '#features/bulk-actions/import-contract.ts'
import * as views from '#features/views/contract.ts'
import * as vouchers from '#features/vouchers/contract.ts'
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
  concessionsEdible,
  connections,
  cubes,
  customers,
  errorLogs,
  events,
  feed,
  kidsClub,
  media,
  merchandise,
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
  Instant: { description: 'An instant, ISO 8601 with its zone', format: 'date-time' },
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
    description: `A line of POST /feed/${stream}`,
    examples: [EXAMPLES[stream]],
  },
])

/** Bodies that contracts leave to their handlers: a batch has lines of its stream. */
export const bodies: ReadonlyMap<Endpoint, Schema> = new Map<Endpoint, Schema>([
  [feed.feed.ingest, z.array(z.union(RECORD_TYPES.map((stream) => RECORD_SCHEMAS[stream])))],
])
