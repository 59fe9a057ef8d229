import { eq, sql } from 'drizzle-orm'
import { sqlError, type Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import type { Context } from '#server/http/handle.ts'
import { conflict, invalid, stale } from '#server/http/problem.ts'
import type { customers } from '../contract.ts'
import { messages } from '../rules.ts'
import { noteChange } from './changes.ts'
import { addCustomer } from './create.ts'
import { identityOf } from './identity.ts'
import { customerOr404, isEmailInUse } from './people.ts'
import { customers as table } from './tables.ts'
import { number, orNull, query, text, type RowOf } from '#server/db/query.ts'

/**
 * POST /admin/customers. The audit log names the customer by id only, because an undone customer must leave no name.
 */
export async function addOne({ app, db, body, now, record }: Context<typeof customers.add>) {
  const at = { now, zone: app.env.zone, dayZone: app.env.dayZone }
  const { change, errors } = await identityOf(db, body, at)
  if (Object.keys(errors).length) throw invalid(errors)
  if (await isEmailInUse(db, body.email)) throw invalid({ email: messages.emailExists })
  const userId = await addCustomer(db, { ...change, firstName: body.first_name, lastName: body.last_name }, at)
  const { gender = null, preferredBillingCycle = null, default_cinema_id = null } = body
  await record({
    entity: 'customer',
    id: userId,
    summary: `Added customer ${userId}`,
    after: { gender, preferredBillingCycle, default_cinema_id },
  })
  await noteChange(db, userId, 'created', now)
  return { userId, version: (await customerOr404(db, userId)).version }
}

/** Keeps the record without data, so that programs that have read the customer read the removal. */
export async function undoAdd({ db, params: { id }, body, now, record }: Context<typeof customers.undo>) {
  const customer = await customerOr404(db, id, { lock: true })
  if (body.version !== undefined && body.version !== customer.version) throw stale({ version: customer.version })
  if (await isActive(db, id)) throw conflict(messages.isActive)
  await db
    .update(table)
    .set({
      firstName: '',
      lastName: '',
      email: null,
      phone: null,
      birthDate: null,
      gender: null,
      billingCycle: null,
      defaultCinemaId: null,
      registeredAt: null,
      registeredOn: null,
      erasedAt: now,
    })
    .where(eq(table.id, id))
  const { gender, billingCycle: preferredBillingCycle, defaultCinemaId: default_cinema_id } = customer
  await record({
    entity: 'customer',
    id,
    summary: `Undid adding customer ${id}`,
    before: { gender, preferredBillingCycle, default_cinema_id },
  })
  await noteChange(db, id, 'erased', now)
}

/** Ends a trial transaction in which the row could be deleted. */
class CanGo extends Error {}

/** Checks for records of a customer other than the addition. The database would reject their deletion. */
async function isActive(db: Db, id: number): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`delete from customer_changes where customer_id = ${id} and kind = 'created'`)
      await tx.execute(sql`delete from customer_cinemas where customer_id = ${id}`)
      await tx.execute(sql`delete from customers where id = ${id}`)
      throw new CanGo()
    })
  } catch (error) {
    if (error instanceof CanGo) return false
    if (sqlError(error).code !== '23503') throw error
  }
  return true
}

/** Customer found by contact details. */
const metRow = {
  id: number,
  email: orNull(text),
  phone: orNull(text),
  firstName: text,
  lastName: text,
  birthDate: orNull(text),
  /** Number of the card. */
  card: orNull(text),
}
export type Met = RowOf<typeof metRow>

/** Finds listed customers by id, card, email (lower case) or phone number, latest registration first. */
export async function customersWith(
  db: Db,
  { ids, cards, emails, phones }: Record<'cards' | 'emails' | 'phones', readonly string[]> & { ids: readonly number[] },
): Promise<Met[]> {
  const { rows } = await query(db, metRow)`
    with found as materialized (
      select id from customers where is_listed and id = any(${listOf(ids, 'bigint')})
      union select id from customers where is_listed and card_number = any(${listOf(cards, 'text')})
      union select id from customers where is_listed and coalesce(lower(email), '') = any(${listOf(emails, 'text')})
      union select id from customers where is_listed and phone = any(${listOf(phones, 'text')}))
    select c.id, c.email, c.phone, c.first_name as "firstName", c.last_name as "lastName", c.birth_date as "birthDate",
      c.card_number as card
    from found join customers c using (id) order by c.registered_at desc, c.id desc`
  return rows
}
