import type { Output } from '#contract/endpoint.ts'
import { isolated } from '#contract/isolate.ts'
import type { App } from '#server/app.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import type { Db } from '#server/db/connect.ts'
import type { Context } from '#server/http/handle.ts'
import { invalid, stale } from '#server/http/problem.ts'
import { scopedDbFor } from '#server/http/scope.ts'
import { hashPassword } from '#server/auth/password.ts'
import type { PlanRow } from '#features/customers/tiers/server/public.ts'
import type { CustomerEdit, CustomerForm, customers } from '../contract.ts'
import { formOf } from '../form.ts'
import { isPin, messages } from '../rules.ts'
import { lockCards } from './cards.ts'
import { noteChange } from './changes.ts'
import { giftErrors, giftKobo, giftSummary } from './gifts.ts'
import { identityOf, type Errors } from './identity.ts'
import { queueContactChanged } from './emails.ts'
import { databaseStateOf, type Standing } from './memberships.ts'
import {
  changeCustomer,
  customerOr404,
  fullName,
  isCardInUse,
  isEmailInUse,
  type Customer,
  type CustomerChange,
} from './people.ts'
import { soldPlan } from './plans.ts'
import { RESET_BLOCK_MS } from './resets.ts'
import { knownOf, recordFor } from './profile.ts'
import { daysErrors, isOther, settle } from './subscriptions.ts'

type Edit = Output<typeof CustomerEdit>

/** Operations 7, PUT /admin/edit-profile/{id}: edits the identity, the card and the subscription. */
export async function editCustomer({
  app,
  db,
  params,
  body,
  me,
  now,
  write,
  isApproved,
}: Context<typeof customers.edit>) {
  const at = { now, zone: app.env.zone, dayZone: app.env.dayZone }
  const identity = await identityOf(db, body, at)
  const change = { ...identity.change, ...namesOf(body) }
  const wrong = { ...nameErrors(change), ...identity.errors, ...pinErrors(body) }
  // Hashing is slow, so rejected requests get no hash, and no transaction is open meanwhile.
  const isRefused = Object.keys(wrong).length > 0
  const pinHash = body.rosettaCardPin && !isRefused ? await hashPassword(body.rosettaCardPin) : undefined

  const changed = await write(async ({ db: tx, record, declareAmount }) => {
    const customer = await customerOr404(tx, params.id, { lock: true })
    const before = formOf(await knownOf(tx, customer, now, at.zone))
    if (body.version !== undefined && body.version !== customer.version) throw stale(before)
    const standing = await databaseStateOf(tx, customer.id, now)
    const plan = body.subscriptionId == null ? undefined : await soldPlan(tx, body.subscriptionId)
    refuse({ ...wrong, ...subscriptionErrors(body, standing, plan), ...cardErrors(body, customer) })
    refuse(await duplicateErrors(tx, body, customer))
    // The first email of a customer cannot take over an account.
    const isOtherEmail = customer.email !== null && body.email.toLowerCase() !== customer.email.toLowerCase()
    if (isOtherEmail && !body.reason) throw invalid({ reason: messages.noEmailReason })

    const wish = standing || plan ? wishOf(body, plan) : undefined
    const gift = wish && isOther(standing, wish, at.zone) ? { wish, standing, reason: body.reason } : undefined
    let given = 0
    if (gift) {
      refuse(giftErrors(gift, { me, ...at }))
      const { kobo: monthlyKobo } = gift.wish.plan ?? standing!
      given = giftKobo(gift, { ...at, monthlyKobo })
      await settle(tx, customer.id, standing, gift.wish, at)
    }
    const resetBlockedUntil = isApproved ? null : new Date(now.getTime() + RESET_BLOCK_MS)
    const changed = await changeCustomer(
      tx,
      customer.id,
      { ...change, ...cardOf(body, customer, pinHash), ...(isOtherEmail && { resetBlockedUntil }) },
      now,
    )
    const secrets = pinHash ? ['rosettaCardPin'] : []
    declareAmount(given, { action: 'plans', secrets })
    declareAmount(isOtherEmail ? 1 : 0, { action: 'contacts', secrets })
    await sendContactChanged(tx, app, customer, changed, now)
    const after = formOf(await knownOf(tx, changed, now, at.zone))
    const name = isolated(fullName(changed))
    const emailReason = isOtherEmail ? ` (${body.reason})` : ''
    const summary: AuditSummary = gift
      ? giftSummary(name, gift)
      : `Edited ${name}${changedFieldLabels(before, after)}${emailReason}`
    await record({
      entity: 'customer',
      id: customer.id,
      summary: pinHash ? `${summary} and set the PIN of the card` : summary,
      before: withoutVersion(before),
      after: withoutVersion(after),
    })
    await noteChange(tx, customer.id, 'edited', now)
    return changed
  })
  // Staff who can edit the identity do not see purchases at other cinemas.
  return recordFor(
    { app, me, scopedDb: (permission) => scopedDbFor(me, permission, db), now },
    scopedDbFor(me, 'customers:read', db),
    changed,
  )
}

/** Notifies the account's owner about a changed email or phone, at the previous address. */
async function sendContactChanged(tx: Db, app: App, before: Customer, after: Customer, now: Date) {
  const isOtherEmail = before.email?.toLowerCase() !== after.email?.toLowerCase()
  const isOtherPhone = before.phone !== after.phone
  if (!before.email || !(isOtherEmail || isOtherPhone)) return
  const what = isOtherEmail && isOtherPhone ? 'both' : isOtherEmail ? 'email' : 'phone'
  const { id: customerId, email, firstName: name } = before
  await queueContactChanged(tx, app, { customerId, email, name, what }, now)
}

const FIELD_LABELS: Partial<Record<keyof CustomerForm, string>> = {
  first_name: 'first name',
  last_name: 'last name',
  email: 'email',
  mobile: 'phone',
  dateOfBirth: 'date of birth',
  gender: 'gender',
  preferredBillingCycle: 'billing cycle',
  default_cinema_id: 'default cinema',
  subscripitionName: 'plan',
  subStartDate: 'start date',
  subEndDate: 'end date',
  rosettaCardNumber: 'card number',
}
/** Lists the changed fields for the audit log, which also has their previous values. */
const changedFieldLabels = (before: CustomerForm, after: CustomerForm): string => {
  const fields = Object.entries(FIELD_LABELS).filter(([field]) => {
    const key = field as keyof CustomerForm
    return before[key] !== after[key]
  })
  return fields.length ? `: ${fields.map(([, word]) => word).join(', ')}` : ''
}

const refuse = (errors: Errors) => {
  if (Object.keys(errors).length) throw invalid(errors)
}

const withoutVersion = ({ version: _, ...form }: CustomerForm) => form

/** Must be called after the days were validated. */
const wishOf = ({ subStartDate, subEndDate }: Edit, plan: PlanRow | undefined) => ({
  plan,
  subStartDate: subStartDate!,
  subEndDate: subEndDate!,
})

const namesOf = (body: Edit): CustomerChange => ({
  firstName: body.first_name ?? body.firstName,
  lastName: body.last_name ?? body.lastName,
})

const nameErrors = ({ firstName, lastName }: CustomerChange): Errors => ({
  ...(!firstName && { first_name: messages.noFirstName }),
  ...(!lastName && { last_name: messages.noLastName }),
})

const pinErrors = ({ rosettaCardPin: pin }: Edit): Errors =>
  pin && !isPin(pin) ? { rosettaCardPin: messages.badPin } : {}

/** Keeps a plan that is not on sale, but rejects it as a new choice. */
function subscriptionErrors(body: Edit, standing: Standing | undefined, plan: PlanRow | undefined): Errors {
  const isChosen = body.subscriptionId != null
  return {
    ...(isChosen && !plan && { subscriptionId: messages.noPlan }),
    ...((standing || isChosen) && daysErrors(body.subStartDate, body.subEndDate)),
    ...(!standing && !isChosen && (body.subStartDate || body.subEndDate) && { subscriptionId: messages.noPlan }),
  }
}

/** A card can be replaced with its PIN, but not removed. */
function cardErrors({ rosettaCardNumber: number, rosettaCardPin: pin }: Edit, customer: Customer): Errors {
  if (number === undefined) return pin && !customer.cardNumber ? { rosettaCardNumber: messages.noCardNumber } : {}
  if (!number) return customer.cardNumber || pin ? { rosettaCardNumber: messages.noCardNumber } : {}
  return number !== customer.cardNumber && !pin ? { rosettaCardPin: messages.noPin } : {}
}

const cardOf = (
  { rosettaCardNumber: number }: Edit,
  customer: Customer,
  cardPinHash: string | undefined,
): CustomerChange => ({
  ...(number && number !== customer.cardNumber && { cardNumber: number }),
  ...(cardPinHash && { cardPinHash }),
})

/**
 * Rejects an email or card of another customer. A value that the customer already had can stay, because programs can
 * report duplicates.
 */
async function duplicateErrors(
  tx: Db,
  { email, rosettaCardNumber: number }: Edit,
  customer: Customer,
): Promise<Errors> {
  const errors: Errors = {}
  if (email.toLowerCase() !== customer.email?.toLowerCase() && (await isEmailInUse(tx, email, customer.id)))
    errors.email = messages.emailExists
  if (number && number !== customer.cardNumber) {
    await lockCards(tx)
    if (await isCardInUse(tx, number, customer.id)) errors.rosettaCardNumber = messages.cardExists
  }
  return errors
}
