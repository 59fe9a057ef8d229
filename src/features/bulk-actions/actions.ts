import type { Endpoint, Output } from '#contract/endpoint.ts'
import { customers } from '#features/customers/contract.ts'
import { errorLogs } from '#features/error-logs/contract.ts'
import type { State as ErrorState } from '#features/error-logs/rules.ts'
import { events } from '#features/events/contract.ts'
import { movies } from '#features/movies/contract.ts'
import { points } from '#features/points/contract.ts'
import { promotions } from '#features/promotions/contract.ts'
import { referralLinks } from '#features/referral-links/contract.ts'
import type { Action, Selected } from './action-rules.ts'
import { IMPORTS, type Import } from './kind-rules.ts'

type Reply<E extends Endpoint> = Output<E['reply']>

const ofMovies = {
  rows: ['movie', 'movies'],
  list: movies.list,
  file: movies.listCsv,
  select: (reply: Reply<typeof movies.list>) =>
    reply.movies.map(({ movie_id: id, movie_name: title, movie_db_details: { is_available_for_display: was } }) => ({
      id,
      title,
      version: null,
      was: { is_available_for_display: was },
    })),
  call: movies.visibility,
  undo: {
    call: movies.visibility,
    ask: ({ id, version, was }: Selected) => ({ params: { id }, body: { ...was, version: version ?? undefined } }),
  },
} as const
const ofComingSoon = {
  ...ofMovies,
  list: movies.comingSoon,
  file: movies.comingSoonCsv,
  select: (reply: Reply<typeof movies.comingSoon>) =>
    reply.movies.map(({ rosetta_movie_id: id, movie_title: title, is_available_for_display }) => ({
      id,
      title,
      version: null,
      was: { is_available_for_display },
    })),
} as const
const setVisible =
  (is: boolean): Action['ask'] =>
  ({ id }) => ({ params: { id }, body: { is_available_for_display: is } })

const ofErrors = {
  rows: ['error', 'errors'],
  list: errorLogs.list,
  file: errorLogs.csv,
  select: (reply: Reply<typeof errorLogs.list>) =>
    reply.errors.map(({ id, message, version, state }) => ({
      id: String(id),
      title: message,
      version,
      was: { state },
    })),
  call: errorLogs.setState,
  undo: {
    call: errorLogs.setState,
    ask: ({ id, version, was }: Selected) => ({ params: { id }, body: { ...was, version: version ?? undefined } }),
  },
} as const
const setState =
  (state: ErrorState): Action['ask'] =>
  ({ id, version }) => ({ params: { id }, body: { state, version: version ?? undefined } })

const ofPromotions = {
  rows: ['promotion', 'promotions'],
  list: promotions.list,
  file: promotions.csv,
  paging: ['pageNo', 'pageSize'],
  select: (reply: Reply<typeof promotions.list>) =>
    reply.promotions.map(({ id, title, version, isActive }) => ({ id: String(id), title, version, was: { isActive } })),
} as const
const ofStatus = {
  call: promotions.status,
  undo: {
    call: promotions.status,
    ask: ({ id, version, was }: Selected) => ({ params: { id }, body: { ...was, version: version ?? undefined } }),
  },
} as const
const setActive =
  (isActive: boolean): Action['ask'] =>
  ({ id, version }) => ({ params: { id }, body: { isActive, version: version ?? undefined } })

const byId = ({ id }: Selected) => ({ params: { id } })

/** By their names, in the order of their buttons. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  'movies.approve': { ...ofMovies, label: 'Approve', done: 'Approved', ask: setVisible(true) },
  'movies.withdraw': {
    ...ofMovies,
    label: 'Withdraw approval',
    title: 'Withdraw the approval of',
    done: 'Withdrew the approval of',
    ask: setVisible(false),
  },
  'coming-soon.approve': { ...ofComingSoon, label: 'Approve', done: 'Approved', ask: setVisible(true) },
  'coming-soon.withdraw': {
    ...ofComingSoon,
    label: 'Withdraw approval',
    title: 'Withdraw the approval of',
    done: 'Withdrew the approval of',
    ask: setVisible(false),
  },
  'events.delete': {
    label: 'Delete',
    done: 'Deleted',
    rows: ['event', 'events'],
    list: events.list,
    file: events.csv,
    paging: ['pageNo', 'pageSize'],
    select: (reply: Reply<typeof events.list>) =>
      reply.map(({ id, name: title }) => ({ id: String(id), title, version: null, was: null })),
    call: events.remove,
    ask: byId,
    undo: { call: events.restore, ask: byId },
  },
  'error-logs.resolve': { ...ofErrors, label: 'Resolve', done: 'Resolved', ask: setState('resolved') },
  'error-logs.ignore': { ...ofErrors, label: 'Ignore', done: 'Ignored', ask: setState('ignored') },
  'error-logs.reopen': { ...ofErrors, label: 'Reopen', done: 'Reopened', ask: setState('open') },
  'promotions.activate': { ...ofPromotions, ...ofStatus, label: 'Activate', done: 'Activated', ask: setActive(true) },
  'promotions.deactivate': {
    ...ofPromotions,
    ...ofStatus,
    label: 'Deactivate',
    done: 'Deactivated',
    ask: setActive(false),
  },
  'promotions.delete': {
    ...ofPromotions,
    label: 'Delete',
    done: 'Deleted',
    call: promotions.remove,
    ask: byId,
    undo: { call: promotions.restore, ask: byId },
  },
  'referral-links.delete': {
    label: 'Delete',
    done: 'Deleted',
    rows: ['referral link', 'referral links'],
    list: referralLinks.list,
    file: referralLinks.csv,
    select: (reply: Reply<typeof referralLinks.list>) =>
      reply.data.map(({ id, name: title, version }) => ({ id: String(id), title, version, was: null })),
    call: referralLinks.remove,
    ask: byId,
    undo: { call: referralLinks.restore, ask: byId },
  },
  'customers.award': {
    label: 'Award points',
    title: 'Award points to',
    done: 'Awarded points to',
    rows: ['customer', 'customers'],
    list: customers.list,
    file: customers.listCsv,
    select: (reply: Reply<typeof customers.list>) =>
      reply.users.map(({ userId, firstName, lastName }) => ({
        id: String(userId),
        title: `${firstName} ${lastName}`,
        version: null,
        was: null,
      })),
    call: points.award,
    ask: ({ id }, { points: amount = 0, reason = '' }) => ({
      params: { id },
      body: { points: Number(amount), reason },
    }),
    keep: ({ line_id }: Reply<typeof points.award>) => ({ line_id }),
    undo: {
      call: points.reverse,
      ask: ({ was }) => ({ params: { id: was!.line_id }, body: { reason: 'A bulk action was undone' } }),
    },
    fields: [
      { name: 'points', label: 'Points', type: 'number' },
      { name: 'reason', label: 'Reason', type: 'text' },
    ],
  },
}

/** What is done to many rows, of a list or of a file. */
export const actionOf = (name: string): Action | Import | undefined =>
  Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : Object.hasOwn(IMPORTS, name) ? IMPORTS[name] : undefined

export const isImport = (action: Action | Import): action is Import => 'needs' in action
