import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { isSuperadmin } from '#contract/permissions.ts'
import { isolated } from '#contract/isolate.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Db } from '#server/db/connect.ts'
import type { Context } from '#server/http/handle.ts'
import { forbidden, notFound, stale } from '#server/http/problem.ts'
import { actorOf } from '#server/http/principal.ts'
import { rowsIn, type Retention } from '#server/retention.ts'
import type { customers as contract } from '../contract.ts'
import { messages } from '../rules.ts'
import { customerOr404, fullName } from './people.ts'
import { customerNotes } from './tables.ts'

/** What staff note about customers. */

type Note = typeof customerNotes.$inferSelect
type Calls = typeof contract

const said = (verb: string, customer: Parameters<typeof fullName>[0]) => `${verb} ${isolated(fullName(customer))}`

export const addNote = async ({ db, me, params: { id }, body: { text }, now, record }: Context<Calls['addNote']>) => {
  const customer = await customerOr404(db, id, { lock: true })
  const { id: authorId, name: author } = actorOf(me)
  const [note] = await db
    .insert(customerNotes)
    .values({ customerId: id, text, authorId, author, at: now })
    .returning({ noteId: customerNotes.id })
  await record({
    entity: 'customer',
    id,
    summary: said('Added a note about', customer),
    after: { customer_note: text },
  })
  return note!
}

export const editNote = async ({
  db,
  me,
  params,
  body: { text, version },
  now,
  record,
}: Context<Calls['editNote']>) => {
  const customer = await customerOr404(db, params.id, { lock: true })
  const note = await held(db, params)
  if (note.authorId === null || note.authorId !== me.id) throw forbidden(messages.notYourNote)
  if (version !== undefined && version !== note.version) throw stale({ text: note.text, version: note.version })
  const [{ version: next } = { version: 0 }] = await db
    .update(customerNotes)
    .set({ text, editedAt: now, version: sql`${customerNotes.version} + 1` })
    .where(eq(customerNotes.id, note.id))
    .returning({ version: customerNotes.version })
  const summary = said('Edited a note about', customer)
  await record({
    entity: 'customer',
    id: customer.id,
    summary,
    before: { customer_note: note.text },
    after: { customer_note: text },
  })
  return { text, version: next }
}

export const removeNote = async ({ db, me, params, now, record }: Context<Calls['removeNote']>) => {
  const customer = await customerOr404(db, params.id, { lock: true })
  const note = await held(db, params)
  mustBeTheirs(note, me)
  await db.update(customerNotes).set({ deletedAt: now }).where(eq(customerNotes.id, note.id))
  const summary = said('Deleted a note about', customer)
  await record({ entity: 'customer', id: customer.id, summary, before: { customer_note: note.text } })
}

export const restoreNote = async ({ db, me, params, record }: Context<Calls['restoreNote']>) => {
  const customer = await customerOr404(db, params.id, { lock: true })
  const note = await held(db, params, { isDeleted: true })
  mustBeTheirs(note, me)
  await db.update(customerNotes).set({ deletedAt: null }).where(eq(customerNotes.id, note.id))
  const summary = said('Restored a note about', customer)
  await record({ entity: 'customer', id: customer.id, summary, after: { customer_note: note.text } })
}

/** A note of a customer, held until the transaction ends. @throws 404 */
async function held(tx: Db, { id, noteId }: Output<Calls['removeNote']['params']>, { isDeleted = false } = {}) {
  const isThere = isDeleted ? isNotNull(customerNotes.deletedAt) : isNull(customerNotes.deletedAt)
  const isIt = and(eq(customerNotes.id, noteId), eq(customerNotes.customerId, id), isThere)
  const [note] = await tx.select().from(customerNotes).where(isIt).for('update')
  if (!note) throw notFound('note')
  return note
}

/** Whoever wrote it deletes it, and a superadmin. */
function mustBeTheirs(note: Note, me: Context<Calls['removeNote']>['me']) {
  if (!isSuperadmin(me.userType) && (note.authorId === null || note.authorId !== me.id))
    throw forbidden(messages.notYourNote)
}

const RESTORED_DAYS = 30

export const deletedNotes: Retention = {
  name: 'deleted notes about customers',
  before: (_, now) => new Date(now.getTime() - RESTORED_DAYS * 86_400_000),
  forget: rowsIn(customerNotes, (before) => sql`${customerNotes.deletedAt} < ${before}`),
}
