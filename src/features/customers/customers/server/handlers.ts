import { scopeOf, refusal, type Permission, type Rights } from '#contract/permissions.ts'
import { TIMELINE_KINDS } from '#contract/timeline.ts'
import { isolated } from '#contract/isolate.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { guestId } from '#server/person.ts'
import { dayOf, showInstant } from '#contract/time.ts'
import { eq } from 'drizzle-orm'
import { limit } from '#server/http/rate-limit.ts'
import { timelineOf, type Whose } from '#server/timeline.ts'
import { handle, type Context } from '#server/http/handle.ts'
import { conflict, forbidden } from '#server/http/problem.ts'
import { customers } from '../contract.ts'
import { recordOpening } from '#server/audit/store.ts'
import { actorOf } from '#server/http/principal.ts'
import { slice, pageOf } from '#server/db/page.ts'
import { messages } from '../rules.ts'
import { cancelSubscription } from './cancel.ts'
import { changesAfter, noteChange } from './changes.ts'
import { churnsListed, readChurns } from './churns.ts'
import { addOne, undoAdd } from './add.ts'
import { createCustomer } from './create.ts'
import { editCustomer } from './edit.ts'
import { everybodyIn, exportEverybody, readEverybody } from './all-users.ts'
import { exportAll, exportChurns, exportGuests, exportUsers } from './exports.ts'
import { bookingsOf, guestsListed, readGuests } from './guests.ts'
import { everybodyListed, kidsClubListed, readMembers, readUsers, usersListed } from './list.ts'
import { membershipsOf } from './memberships.ts'
import { addNote, editNote, removeNote, restoreNote } from './notes.ts'
import { customerOr404, fullName, surviving } from './people.ts'
import { setPicture } from './picture.ts'
import { customersSeen } from './visibility.ts'
import { ofCustomerFor, recordFor } from './profile.ts'
import { purchasesOf } from './purchases.ts'
import { isResetBlocked, queueReset } from './resets.ts'
import { readSharing, setSharing } from './sharing.ts'
import { idsOf } from './timeline.ts'
import { customers as table } from './tables.ts'

const PICKER_ROWS = 20

export const handlers = handle(customers, {
  list: async ({ app, db, query, now }) => {
    const { keys, total } = await pageOf(
      db,
      usersListed({ ...query, zone: app.env.zone }, now, await customersSeen(db)),
      query,
    )
    return { users: await readUsers(db, keys, now), totalCount: total }
  },
  listCsv: exportUsers,

  everybody: async ({ app, db, query, now }) => {
    const seen = await customersSeen(db)
    const upTo = query.page * query.perPage
    const { keys, total } = await pageOf(db, everybodyIn(query, { now, zone: app.env.zone, seen, upTo }), query)
    return { people: await readEverybody(db, keys, now, seen), totalCount: total }
  },
  everybodyCsv: exportEverybody,

  all: async ({ app, scopedDb, query: filters, me, now }) => {
    const query = { ...filters, zone: app.env.zone, today: dayOf(now, app.env.zone) }
    const db = scopedDb(assertCanList(me, filters, 'read'))
    const seen = await customersSeen(db)
    const isKidsClub = query.forKidsClub === 'true'
    const those = isKidsClub ? kidsClubListed(query, seen) : everybodyListed(query, seen)
    const { keys, total } = await pageOf(db, [those], query)
    return { users: await (isKidsClub ? readMembers(db, keys) : readUsers(db, keys, now)), totalItems: total }
  },
  allCsv: (context) => {
    const db = context.scopedDb(assertCanList(context.me, context.query, 'export'))
    return exportAll({ ...context, db })
  },

  find: async ({ db, query, now }) => {
    const those = everybodyListed({ search_query: query.keyword, sort: 'name' }, await customersSeen(db))
    return readUsers(db, await slice(db, those, { limit: PICKER_ROWS }), now)
  },

  guests: async ({ app, db, query: filters }) => {
    const query = { ...filters, zone: app.env.zone }
    const seen = await customersSeen(db)
    const { keys, total } = await pageOf(db, [guestsListed(query, seen, { upTo: query.page * query.perPage })], query)
    return { guestUsers: await readGuests(db, keys, seen), totalCount: total }
  },
  guestsCsv: exportGuests,
  guestBookings: async ({ app, db, me, params: { email }, query, now, write }) => {
    const found = await bookingsOf(db, email, query, app.env.zone)
    const line = {
      entity: 'guest',
      id: guestId(email),
      summary: `Viewed the purchases of the guest ${isolated(email)}`,
    } as const
    const by = { actor: actorOf(me), actions: ['customers.guestBookings'], now } as const
    if (found.totalCount) await recordOpening({ db, write }, line, by)
    return found
  },

  churns: async ({ app, db, query, now }) => {
    const { keys, total } = await pageOf(
      db,
      [churnsListed(query, now, app.env.dayZone, await customersSeen(db))],
      query,
    )
    const isWithUser = query.$include?.split(',').includes('user')
    const churns = await readChurns(db, keys)
    return { churns: isWithUser ? churns : churns.map(({ user: _, ...churn }) => churn), totalCount: total }
  },
  churnsCsv: exportChurns,

  fetch: async ({ app, db, me, scopedDb, params, now, say, write }) => {
    const customer = await surviving(db, params.id)
    if (customer.id !== params.id) say(messages.mergedInto(params.id, customer.id))
    const record = await recordFor({ app, me, scopedDb: scopedDb, now }, db, customer)
    const summary: AuditSummary = `Viewed the profile of ${isolated(fullName(customer))}`
    const line = { entity: 'customer', id: customer.id, summary }
    const by = { actor: actorOf(me), actions: ['customers.fetch'], now } as const
    await recordOpening({ db, write }, line, by)
    return record
  },

  timeline: async (context) => {
    const { db, params } = context
    const { email } = await customerOr404(db, params.id)
    return timelineFor(context, { id: params.id, email, ids: await idsOf(db, params.id) })
  },
  guestTimeline: (context) => timelineFor(context, { id: null, email: context.params.email, ids: [] }),
  addNote,
  addGuestNote: addNote,
  editGuestNote: editNote,
  removeGuestNote: removeNote,
  restoreGuestNote: restoreNote,
  editNote,
  removeNote,
  restoreNote,

  concessionPurchases: async ({ db, params, query }) =>
    purchasesOf(db, await customerOr404(db, params.id), 'concession', query),
  ticketPurchases: async ({ db, params, query }) =>
    purchasesOf(db, await customerOr404(db, params.id), 'ticket', query),
  memberships: async ({ db, params, query }) => membershipsOf(db, (await customerOr404(db, params.id)).id, query),

  create: createCustomer,
  add: addOne,
  undo: undoAdd,
  edit: editCustomer,
  cancelSubscription,
  setPicture,

  clearToken: async ({ db, params, now, record }) => {
    const customer = await customerOr404(db, params.id, { lock: true })
    await db.update(table).set({ tokensClearedAt: now }).where(eq(table.id, customer.id))
    await record({
      entity: 'customer',
      id: customer.id,
      summary: `Cleared the token of ${isolated(fullName(customer))}`,
    })
    await noteChange(db, customer.id, 'tokens cleared', now)
  },

  resetPassword: async ({ app, db, params, now, record }) => {
    const customer = await customerOr404(db, params.id, { lock: true })
    if (!customer.email) throw conflict(messages.noEmail)
    if (isResetBlocked(customer, now))
      throw conflict(messages.resetBlocked(showInstant(customer.resetBlockedUntil!, app.env.zone)))
    await limit(db, `reset email of customer ${customer.id}`, RESET_EMAILS, now)
    await queueReset(db, app.jobs, customer.id, customer.email, now)
    const summary: AuditSummary = `Sent ${isolated(fullName(customer))} a password reset link`
    await record({ entity: 'customer', id: customer.id, summary })
  },

  sharing: async ({ db }) => ({ with: await readSharing(db) }),
  setSharing: async ({ db, body, record, declareAmount }) => {
    const before = await setSharing(db, body.with)
    declareAmount(before === body.with ? 0 : 1)
    await record({
      entity: 'customers',
      id: 'sharing',
      summary:
        body.with === 'all'
          ? 'Shared all customers with cinema staff'
          : 'Shared only customers of their own cinemas with cinema staff',
      before: { visible_customers: before },
      after: { visible_customers: body.with },
    })
    return body
  },

  changes: async ({ db, query, me }) => {
    if (!me.key!.recordTypes.includes('customers')) throw forbidden(messages.noChanges)
    const changes = await changesAfter(db, me.key!.source, query.after, query.limit)
    return { changes, next: changes.at(-1)?.id ?? query.after }
  },
})

/** Limit of reset emails to a customer. Staff may retry a lost email, not flood the customer. */
const RESET_EMAILS = { max: 3, seconds: 900, of: 'emails to this customer' }

/**
 * Checks access to the list. The kids club has its own permission for the same call. @returns the permission to read
 * with, a chain-wide one first @throws 403
 */
function assertCanList(
  me: Rights,
  { forKidsClub }: { forKidsClub?: 'true' | 'false' | undefined },
  verb: 'read' | 'export',
): Permission {
  const ways: Permission[] = [`customers:${verb}`, ...(forKidsClub === 'true' ? [`kids-club:${verb}` as const] : [])]
  const allowed = ways.filter((permission) => !refusal(me, permission))
  const [first] = allowed
  if (!first) throw forbidden()
  return allowed.find((permission) => scopeOf(me, permission) === 'chain') ?? first
}

function timelineFor(
  {
    app,
    me,
    scopedDb,
    now,
    query: { before, kinds, perPage },
  }: Context<(typeof customers)['timeline' | 'guestTimeline']>,
  whose: Whose,
) {
  const wanted = TIMELINE_KINDS.filter((kind) => !kinds || kinds.split(',').includes(kind))
  const { zone } = app.env
  const pageQuery = { whose, cursor: before, limit: perPage, kinds: wanted, zone, now, meId: me.id }
  return timelineOf(ofCustomerFor(app, me), scopedDb, pageQuery)
}
