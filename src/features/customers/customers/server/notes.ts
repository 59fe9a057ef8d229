import type { AuditSummary } from '#server/audit/summary.ts'
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { isSuperadmin } from '#contract/permissions.ts'
import { isolated } from '#contract/isolate.ts'
import type { Db } from '#server/db/connect.ts'
import type { Context } from '#server/http/handle.ts'
import { forbidden, notFound, stale } from '#server/http/problem.ts'
import { actorOf } from '#server/http/principal.ts'
import { guestId } from '#server/person.ts'
import { rowsIn, type Retention } from '#server/retention.ts'
import type { customers as contract } from '../contract.ts'
import { messages } from '../rules.ts'
import { guestOr404 } from './guests.ts'
import { customerOr404, fullName } from './people.ts'
import { customerNotes } from './tables.ts'

/** Notes by staff about customers and guests. */

type Note = typeof customerNotes.$inferSelect
type Calls = typeof contract

/** Finds the customer or guest of a note and locks the row until the transaction ends. @throws 404 */
async function subjectOf(db: Db, about: { id: number } | { email: string }) {
  if ('email' in about) {
    const guest = await guestOr404(db, about.email)
    return {
      entity: 'guest',
      id: guestId(guest),
      name: `the guest ${isolated(guest)}`,
      row: { guest, customerId: undefined },
      guest,
    }
  }
  const customer = await customerOr404(db, about.id, { lock: true })
  const { id, email } = customer
  return {
    entity: 'customer',
    id,
    name: isolated(fullName(customer)),
    row: { customerId: id, guest: undefined },
    guest: email,
  }
}
type Subject = Awaited<ReturnType<typeof subjectOf>>

const line = (done: AuditSummary, { entity, id, name }: Subject) => {
  const summary: AuditSummary = `${done} ${name}`
  return { entity, id, summary }
}

export const addNote = async ({
  db,
  me,
  params,
  body: { text },
  now,
  record,
}: Context<Calls['addNote' | 'addGuestNote']>) => {
  const subject = await subjectOf(db, params)
  const { id: authorId, name: author } = actorOf(me)
  const [note] = await db
    .insert(customerNotes)
    .values({ ...subject.row, text, authorId, author, at: now })
    .returning({ noteId: customerNotes.id })
  await record({ ...line('Added a note about', subject), after: { customer_note: text } })
  return note!
}

export const editNote = async ({
  db,
  me,
  params,
  body: { text, version },
  now,
  record,
}: Context<Calls['editNote' | 'editGuestNote']>) => {
  const subject = await subjectOf(db, params)
  const note = await lockedNote(db, subject, params.noteId)
  if (note.authorId === null || note.authorId !== me.id) throw forbidden(messages.notYourNote)
  if (version !== undefined && version !== note.version) throw stale({ text: note.text, version: note.version })
  const [{ version: next } = { version: 0 }] = await db
    .update(customerNotes)
    .set({ text, editedAt: now, version: sql`${customerNotes.version} + 1` })
    .where(eq(customerNotes.id, note.id))
    .returning({ version: customerNotes.version })
  await record({
    ...line('Edited a note about', subject),
    before: { customer_note: note.text },
    after: { customer_note: text },
  })
  return { text, version: next }
}

export const removeNote = async ({ db, me, params, now, record }: Context<Calls['removeNote' | 'removeGuestNote']>) => {
  const subject = await subjectOf(db, params)
  const note = await lockedNote(db, subject, params.noteId)
  assertOwnNote(note, me)
  await db.update(customerNotes).set({ deletedAt: now }).where(eq(customerNotes.id, note.id))
  await record({ ...line('Deleted a note about', subject), before: { customer_note: note.text } })
}

export const restoreNote = async ({ db, me, params, record }: Context<Calls['restoreNote' | 'restoreGuestNote']>) => {
  const subject = await subjectOf(db, params)
  const note = await lockedNote(db, subject, params.noteId, { isDeleted: true })
  assertOwnNote(note, me)
  await db.update(customerNotes).set({ deletedAt: null }).where(eq(customerNotes.id, note.id))
  await record({ ...line('Restored a note about', subject), after: { customer_note: note.text } })
}

/** Finds a note and locks it until the transaction ends. @throws 404 */
async function lockedNote(tx: Db, { row, guest }: Subject, noteId: number, { isDeleted = false } = {}) {
  const isThere = isDeleted ? isNotNull(customerNotes.deletedAt) : isNull(customerNotes.deletedAt)
  const isAbout = or(
    row.customerId === undefined ? undefined : eq(customerNotes.customerId, row.customerId),
    guest === null ? undefined : eq(customerNotes.guest, guest.toLowerCase()),
  )
  const [note] = await tx
    .select()
    .from(customerNotes)
    .where(and(eq(customerNotes.id, noteId), isAbout, isThere))
    .for('update')
  if (!note) throw notFound('note')
  return note
}

/** Allows the author and superadmins. @throws 403 */
function assertOwnNote(note: Note, me: Context<Calls['removeNote']>['me']) {
  if (!isSuperadmin(me.userType) && (note.authorId === null || note.authorId !== me.id))
    throw forbidden(messages.notYourNote)
}

const RESTORED_DAYS = 30

export const deletedNotes: Retention = {
  name: 'deleted notes about people',
  before: (_, now) => new Date(now.getTime() - RESTORED_DAYS * 86_400_000),
  forget: rowsIn(customerNotes, (before) => sql`${customerNotes.deletedAt} < ${before}`),
}
