import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { counted } from '#contract/counted.ts'
import type { Output } from '#contract/endpoint.ts'
import { showNaira, toKobo, toNaira } from '#contract/money.ts'
import { dayOf } from '#contract/time.ts'
import { isolated } from '#contract/isolate.ts'
import { CUSTOMER_PASSWORD_MIN } from '#contract/password.ts'
import { newPasswordHash } from '#server/auth/password-rules.ts'
import type { PlanRow } from '#features/customers/tiers/server/public.ts'
import { OWN_SOURCE, ourId } from '#features/sales/trade/rules.ts'
import { sellTerm } from '#features/sales/trade/server/public.ts'
import type { Context } from '#server/http/handle.ts'
import { invalid } from '#server/http/problem.ts'
import type { CustomerCreate, customers } from '../contract.ts'
import { messages, MONTHS_MOST } from '../rules.ts'
import { noteChange } from './changes.ts'
import { identityOf, type Errors } from './identity.ts'
import { isEmailInUse, type CustomerChange } from './people.ts'
import { soldPlan } from './plans.ts'
import type { Db } from '#server/db/connect.ts'
import { number, query } from '#server/db/query.ts'

/** Operations 7, POST /admin/create-customer. Registers a customer with a subscription that was paid at the desk. */
export async function createCustomer({ app, db, body, now, write }: Context<typeof customers.create>) {
  const at = { now, zone: app.env.zone, dayZone: app.env.dayZone }
  const { change, errors } = await identityOf(db, body, at)
  const plan = await soldPlan(db, body.subscriptionId)
  Object.assign(errors, saleErrors(body, plan))
  if (Object.keys(errors).length) throw invalid(errors)
  const passwordHash = await newPasswordHash(
    app,
    body.password,
    { ...namesOf(body), email: change.email, mobile: change.phone },
    CUSTOMER_PASSWORD_MIN,
  )
  return write(async ({ db: tx, record }) => {
    if (await isEmailInUse(tx, body.email)) throw invalid({ email: messages.emailExists })
    const userId = await addCustomer(tx, { ...change, ...namesOf(body), passwordHash }, at)
    const reference = `${body.paymentType}-${randomBytes(5).toString('hex').toUpperCase()}`
    const { name, kobo: monthlyKobo, tickets } = plan!
    const months = body.numberOfMonths
    const kobo = monthlyKobo * months
    await sellTerm(tx, at, {
      customerId: userId,
      plan: name,
      monthlyKobo,
      tickets,
      months,
      kobo,
      reference,
      at: now,
    })
    const { first_name, last_name, subscripitionName: _, password: _password, ...rest } = body
    await record({
      entity: 'customer',
      id: userId,
      summary: `Created ${isolated(`${first_name} ${last_name}`)} with ${name} for ${counted(months, 'month')}`,
      after: { ...namesOf(body), ...rest, amount: toNaira(kobo), reference },
    })
    await noteChange(tx, userId, 'created', now)
    return { userId }
  })
}

type Body = Output<typeof CustomerCreate>

const namesOf = ({ first_name, last_name }: Body) => ({ firstName: first_name, lastName: last_name })

/** Rejects an amount that differs from our price, with the right one (decisions: Deviations). */
function saleErrors({ numberOfMonths: months, amount }: Body, plan: PlanRow | undefined): Errors {
  const isMonths = Number.isInteger(months) && months >= 1 && months <= MONTHS_MOST
  const isAmount = !plan || !isMonths || amount === undefined || toKobo(amount) === plan.kobo * months
  return {
    ...(!plan && { subscriptionId: messages.noPlan }),
    ...(!isMonths && { numberOfMonths: messages.badMonths }),
    ...(!isAmount && {
      amount: `${plan.name} for ${counted(months, 'month')} is ${showNaira(toNaira(plan.kobo * months))}`,
    }),
  }
}

export async function addCustomer(
  tx: Db,
  person: CustomerChange,
  { now, dayZone }: { now: Date; dayZone: string },
): Promise<number> {
  const { rows: next } = await query(tx, { id: number })`
    select nextval(pg_get_serial_sequence('customers', 'id'))::bigint as id`
  const { id } = next[0]!
  await tx.execute(sql`
    insert into customers (id, source, external_id, first_name, last_name, email, phone, birth_date, gender, billing_cycle,
      default_cinema_id, password_hash, registered_at, registered_on, reported_at)
    overriding system value
    values (${id}, ${OWN_SOURCE}, ${ourId(id)}, ${person.firstName}, ${person.lastName}, ${person.email}, ${person.phone},
      ${person.birthDate}, ${person.gender ?? null}, ${person.billingCycle ?? null}, ${person.defaultCinemaId ?? null},
      ${person.passwordHash ?? null}, ${now.toISOString()}, ${dayOf(now, dayZone)}, ${now.toISOString()})`)
  return id
}
