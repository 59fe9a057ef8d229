import { describe, expect, it } from 'vitest'
import type { Plan } from '#features/customers/tiers/contract.ts'
import type { CustomerForm } from '../contract.ts'
import { messages } from '../rules.ts'
import { addErrors, amountOf, AS_IT_IS, editErrors, NEW, toCreate, toDraft, toEdit, withPlan } from './draft.ts'

const TODAY = '2026-11-21'
const plan = (product_id: number, product_name: string, product_price: number): Plan => ({
  product_id,
  product_name,
  product_price,
  tickets: 4,
  concession_discount: 0,
  is_multi_user: false,
  place: 1,
  customers: 0,
  retired_at: null,
  version: 1,
})
const plans = [plan(401, 'Basic', 3500), plan(402, 'Gold', 7999.99)]

const person = {
  ...NEW,
  first_name: 'Ada',
  last_name: 'Obi',
  email: 'ada@example.ng',
  mobile: '0803 123 4567',
  dateOfBirth: '1990-05-11',
}
const stored: CustomerForm = {
  first_name: 'Ada',
  last_name: 'Obi',
  email: 'ada@example.ng',
  mobile: '+2348031234567',
  dateOfBirth: '1990-05-11',
  gender: null,
  preferredBillingCycle: 'Monthly',
  default_cinema_id: null,
  subscriptionId: 402,
  subscripitionName: 'Gold',
  subStartDate: '2026-11-01',
  subEndDate: '2026-11-30',
  rosettaCardNumber: '6001',
  version: 7,
}
const withCard = { rosettaCardNumber: '6001', hasCardPin: true }
const withoutCard = { rosettaCardNumber: null, hasCardPin: false }

describe('a new profile', () => {
  const complete = { ...person, password: 'eight-88', subscriptionId: '401', numberOfMonths: '3', paymentType: 'CASH' }

  // Clauses: operations 269, 327
  it('needs every field of a sale', () => {
    expect(addErrors(NEW, TODAY)).toEqual({
      first_name: messages.noFirstName,
      last_name: messages.noLastName,
      email: messages.invalidEmail,
      mobile: messages.noPhone,
      dateOfBirth: messages.noBirthDate,
      password: messages.noPassword,
      subscriptionId: messages.noPlan,
      numberOfMonths: messages.noMonths,
      paymentType: messages.noPaymentType,
    })
    expect(addErrors(complete, TODAY)).toEqual({})
  })

  // Clauses: operations 188, 271, 524
  it.each([
    ['email', 'ada', messages.invalidEmail],
    ['dateOfBirth', '2026-11-22', messages.birthDateToCome],
    ['dateOfBirth', '31/02/2000', messages.badBirthDate],
    ['dateOfBirth', '1906-11-20', messages.oldBirthDate],
    ['password', 'seven-7', messages.shortPassword],
    ['numberOfMonths', '0', messages.badMonths],
    ['numberOfMonths', '25', messages.badMonths],
    ['numberOfMonths', '1.5', messages.badMonths],
    ['numberOfMonths', 'two', messages.badMonths],
    ['paymentType', 'cash', messages.noPaymentType],
  ])('rejects %s %s: %s', (field, value, message) => {
    expect(addErrors({ ...complete, [field]: value }, TODAY)).toEqual({ [field]: message })
  })

  // Clauses: operations 276
  it('uses the first plan until another is chosen', () => {
    expect(withPlan(NEW, plans).subscriptionId).toBe('401')
    expect(withPlan({ ...NEW, subscriptionId: '402' }, plans).subscriptionId).toBe('402')
    expect(withPlan(NEW, []).subscriptionId).toBe('')
  })

  // Clauses: operations 187
  it('costs the plan times the months', () => {
    expect(amountOf(complete, plans)).toBe(10_500)
    expect(amountOf({ ...complete, subscriptionId: '402' }, plans)).toBe(23_999.97)
    expect(amountOf({ ...complete, numberOfMonths: '' }, plans)).toBeUndefined()
    expect(toCreate(complete, plans)).toMatchObject({
      subscriptionId: 401,
      subscripitionName: 'Basic',
      numberOfMonths: 3,
      amount: 10_500,
      paymentType: 'CASH',
      gender: null,
    })
  })
})

describe('an edited profile', () => {
  it('starts from the stored values, with phone and plan as shown to people', () => {
    expect(toDraft(stored)).toMatchObject({ mobile: '0803 123 4567', subscriptionId: '402', subEndDate: '2026-11-30' })
    expect(toDraft({ ...stored, subscriptionId: null }).subscriptionId).toBe(AS_IT_IS)
    expect(toDraft({ ...stored, subscriptionId: null, subStartDate: null, subEndDate: null }).subscriptionId).toBe('')
    expect(editErrors(toDraft(stored), TODAY, withCard)).toEqual({})
  })

  // Clauses: operations 273
  it('needs dates with a subscription, and no card', () => {
    const given = { ...person, subscriptionId: '401' }
    expect(editErrors(given, TODAY, withoutCard)).toEqual({
      subStartDate: messages.noStart,
      subEndDate: messages.noEnd,
    })
    expect(editErrors({ ...toDraft(stored), rosettaCardNumber: '' }, TODAY, withoutCard)).toEqual({})
    expect(editErrors({ ...person }, TODAY, withoutCard)).toEqual({})
    expect(editErrors({ ...toDraft(stored), subEndDate: '2026-10-31' }, TODAY, withCard)).toEqual({
      subEndDate: messages.endBeforeStart,
    })
  })

  it.each([
    ['6001', '', withCard, {}],
    ['6001', '1234', withCard, {}],
    ['6002', '', withCard, { rosettaCardPin: messages.noPin }],
    ['6001', '', { ...withCard, hasCardPin: false }, { rosettaCardPin: messages.noPin }],
    ['6001', '123', withCard, { rosettaCardPin: messages.badPin }],
    ['', '', withCard, { rosettaCardNumber: messages.noCardNumber }],
    ['', '1234', withoutCard, { rosettaCardNumber: messages.noCardNumber }],
  ])('validates card %s with PIN %s', (rosettaCardNumber, rosettaCardPin, card, errors) => {
    const draft = { ...toDraft(stored), rosettaCardNumber, rosettaCardPin }
    expect(editErrors(draft, TODAY, card)).toEqual(errors)
  })

  // Clauses: operations 189
  it('is saved with its version, without the fields it does not have', () => {
    expect(toEdit(toDraft(stored), plans, 7)).toEqual({
      first_name: 'Ada',
      last_name: 'Obi',
      email: 'ada@example.ng',
      mobile: '0803 123 4567',
      dateOfBirth: '1990-05-11',
      gender: null,
      preferredBillingCycle: 'Monthly',
      default_cinema_id: null,
      subscriptionId: 402,
      subscripitionName: 'Gold',
      subStartDate: '2026-11-01',
      subEndDate: '2026-11-30',
      rosettaCardNumber: '6001',
      version: 7,
    })
    const bare = toEdit({ ...person }, plans, 1)
    for (const field of ['subscriptionId', 'subStartDate', 'rosettaCardNumber', 'rosettaCardPin'])
      expect(bare).not.toHaveProperty(field)
  })

  it('keeps a plan that is not on sale', () => {
    const body = toEdit({ ...toDraft({ ...stored, subscriptionId: null }) }, plans, 7)
    expect(body).toMatchObject({ subStartDate: '2026-11-01', subEndDate: '2026-11-30' })
    expect(body).not.toHaveProperty('subscriptionId')
  })
})

describe('another plan or other dates', () => {
  const before = toDraft(stored)
  const membership = { rosettaCardNumber: stored.rosettaCardNumber, hasCardPin: true }
  const errors = (change: object) => editErrors({ ...before, ...change }, TODAY, membership, before)

  it('require a reason, which is sent too', () => {
    expect(errors({})).toEqual({})
    expect(errors({ subscriptionId: '401' })).toEqual({ reason: messages.noReason })
    expect(errors({ subEndDate: '2026-12-31', reason: 'Quiz prize' })).toEqual({})
    expect(toEdit({ ...before, reason: 'Quiz prize' }, plans, 1)).toMatchObject({ reason: 'Quiz prize' })
    expect(toEdit(before, plans, 1)).not.toHaveProperty('reason')
  })

  it('end at most 24 months ahead', () => {
    expect(errors({ subEndDate: '2028-11-21', reason: 'x' })).toEqual({})
    expect(errors({ subEndDate: '2028-11-22', reason: 'x' })).toEqual({ subEndDate: messages.tooFarAhead })
  })
})
