import { CUSTOMER_PASSWORD_MIN } from '#contract/password.ts'
import { isEmail } from '#contract/email.ts'
import type { Input } from '#contract/endpoint.ts'
import { showPhone } from '#contract/phone.ts'
import { addMonths, isDay, type Day } from '#contract/time.ts'
import type { Plan } from '#features/customers/tiers/contract.ts'
import type { CustomerForm, CustomerRecord, customers } from '../contract.ts'
import { birthDateProblem, isPin, messages, MONTHS_MOST, PAYMENT_TYPES } from '../rules.ts'

/** Fields of the drawer as text; days as YYYY-MM-DD. Fields that a mode hides are not sent. */
export type CustomerDraft = {
  first_name: string
  last_name: string
  email: string
  mobile: string
  dateOfBirth: string
  gender: string
  preferredBillingCycle: string
  default_cinema_id: string
  subscriptionId: string
  password: string
  numberOfMonths: string
  paymentType: string
  subStartDate: string
  subEndDate: string
  reason: string
  rosettaCardNumber: string
  rosettaCardPin: string
}

export const LABELS: Record<keyof CustomerDraft, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  mobile: 'Phone',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  preferredBillingCycle: 'Preferred billing cycle',
  default_cinema_id: 'Default cinema',
  subscriptionId: 'Subscription plan',
  password: 'Password',
  numberOfMonths: 'Number of months',
  paymentType: 'Payment type',
  subStartDate: 'Start date',
  subEndDate: 'End date',
  reason: 'Reason',
  rosettaCardNumber: 'Card number',
  rosettaCardPin: 'PIN',
}

/** Fields that are never stored on the device. */
export const SECRETS = ['password', 'rosettaCardPin'] as const

/** Value of a reported plan that is not on sale. */
export const AS_IT_IS = 'as-it-is'

/** New profile. */
export const NEW: CustomerDraft = {
  first_name: '',
  last_name: '',
  email: '',
  mobile: '',
  dateOfBirth: '',
  gender: '',
  preferredBillingCycle: '',
  default_cinema_id: '',
  subscriptionId: '',
  password: '',
  numberOfMonths: '',
  paymentType: '',
  subStartDate: '',
  subEndDate: '',
  reason: '',
  rosettaCardNumber: '',
  rosettaCardPin: '',
}

/** Uses the first plan for a new profile until another is chosen (operations 5). */
export const withPlan = (draft: CustomerDraft, plans: readonly Plan[] = []): CustomerDraft => ({
  ...draft,
  subscriptionId: draft.subscriptionId || String(plans[0]?.product_id ?? ''),
})

/** Converts a customer into a draft. No plan is preselected, because the first one would be sold by accident. */
export const toDraft = (stored: CustomerForm): CustomerDraft => ({
  ...NEW,
  first_name: stored.first_name,
  last_name: stored.last_name,
  email: stored.email,
  mobile: showPhone(stored.mobile),
  dateOfBirth: stored.dateOfBirth,
  gender: stored.gender ?? '',
  preferredBillingCycle: stored.preferredBillingCycle ?? '',
  default_cinema_id: stored.default_cinema_id ?? '',
  subscriptionId: stored.subStartDate ? String(stored.subscriptionId ?? AS_IT_IS) : '',
  subStartDate: stored.subStartDate ?? '',
  subEndDate: stored.subEndDate ?? '',
  rosettaCardNumber: stored.rosettaCardNumber ?? '',
})

/** Checks for a changed plan or dates, which need a superadmin and a reason. */
export const changesPlan = (draft: CustomerDraft, before: CustomerDraft): boolean =>
  (['subscriptionId', 'subStartDate', 'subEndDate'] as const).some((field) => draft[field] !== before[field])

/** Returns the message for a missing reason; undefined: none is needed. The first email cannot take over an account. */
const noReason = (draft: CustomerDraft, before: CustomerDraft): string | undefined =>
  changesPlan(draft, before)
    ? messages.noReason
    : before.email && draft.email.toLowerCase() !== before.email.toLowerCase()
      ? messages.noEmailReason
      : undefined
export const takesReason = (draft: CustomerDraft, before: CustomerDraft): boolean =>
  noReason(draft, before) !== undefined

type Errors = Partial<Record<keyof CustomerDraft, string>>
/** Keeps the fields with errors. */
const found = (errors: Partial<Record<keyof CustomerDraft, string | boolean | null | undefined>>) =>
  Object.fromEntries(Object.entries(errors).filter(([, message]) => message)) as Errors

const identityErrors = (draft: CustomerDraft, today: Day) => ({
  first_name: !draft.first_name.trim() && messages.noFirstName,
  last_name: !draft.last_name.trim() && messages.noLastName,
  email: !isEmail(draft.email) && messages.invalidEmail,
  mobile: !draft.mobile.trim() && messages.noPhone,
  dateOfBirth: birthDateProblem(draft.dateOfBirth, today),
})

/** Validates a new profile by field (operations 5). */
export const addErrors = (draft: CustomerDraft, today: Day): Errors =>
  found({
    ...identityErrors(draft, today),
    password: !draft.password
      ? messages.noPassword
      : [...draft.password].length < CUSTOMER_PASSWORD_MIN && messages.shortPassword,
    subscriptionId: !draft.subscriptionId && messages.noPlan,
    numberOfMonths: !draft.numberOfMonths.trim()
      ? messages.noMonths
      : monthsIn(draft) === undefined && messages.badMonths,
    paymentType: !(PAYMENT_TYPES as readonly string[]).includes(draft.paymentType) && messages.noPaymentType,
  })

/** Stored membership card. */
type StoredMembership = Pick<CustomerRecord['userData'], 'rosettaCardNumber' | 'hasCardPin'>

/**
 * Validates an edited profile by field (operations 5), like the server. A subscription needs dates. A stored card
 * cannot be removed and keeps its PIN. A customer without a card needs none.
 */
export function editErrors(
  draft: CustomerDraft,
  today: Day,
  stored: StoredMembership,
  before: CustomerDraft = draft,
): Errors {
  const isSubscribed = Boolean(draft.subscriptionId)
  const number = draft.rosettaCardNumber.trim()
  const isStored = stored.hasCardPin && number === stored.rosettaCardNumber
  return found({
    ...identityErrors(draft, today),
    subStartDate:
      isSubscribed && (!draft.subStartDate ? messages.noStart : !isDay(draft.subStartDate) && messages.badDay),
    subEndDate:
      isSubscribed &&
      (!draft.subEndDate
        ? messages.noEnd
        : !isDay(draft.subEndDate)
          ? messages.badDay
          : draft.subEndDate < draft.subStartDate
            ? messages.endBeforeStart
            : draft.subEndDate !== before.subEndDate &&
              draft.subEndDate > addMonths(today, MONTHS_MOST) &&
              messages.tooFarAhead),
    reason: !draft.reason.trim() && noReason(draft, before),
    rosettaCardNumber: !number && (stored.rosettaCardNumber || draft.rosettaCardPin) && messages.noCardNumber,
    rosettaCardPin: draft.rosettaCardPin
      ? !isPin(draft.rosettaCardPin) && messages.badPin
      : number && !isStored && messages.noPin,
  })
}

const monthsIn = ({ numberOfMonths }: CustomerDraft): number | undefined => {
  const months = Number(numberOfMonths)
  return Number.isInteger(months) && months >= 1 && months <= MONTHS_MOST ? months : undefined
}

/** Naira for the full term, like the server; undefined: plan or months are missing. */
export function amountOf(draft: CustomerDraft, plans: readonly Plan[]): number | undefined {
  const plan = plans.find(({ product_id }) => String(product_id) === draft.subscriptionId)
  const months = monthsIn(draft)
  return plan && months && Math.round(plan.product_price * 100 * months) / 100
}

const identity = (draft: CustomerDraft) => ({
  first_name: draft.first_name,
  last_name: draft.last_name,
  email: draft.email,
  mobile: draft.mobile,
  dateOfBirth: draft.dateOfBirth,
  // The contract validates the choices, and the selects offer no others.
  gender: (draft.gender || null) as Input<typeof customers.edit.body>['gender'],
  preferredBillingCycle: (draft.preferredBillingCycle || null) as Input<
    typeof customers.edit.body
  >['preferredBillingCycle'],
  default_cinema_id: draft.default_cinema_id || null,
})
const planName = (draft: CustomerDraft, plans: readonly Plan[]) =>
  plans.find(({ product_id }) => String(product_id) === draft.subscriptionId)?.product_name

/** Converts a valid draft into the body of a create. */
export const toCreate = (draft: CustomerDraft, plans: readonly Plan[]): Input<typeof customers.create.body> => ({
  ...identity(draft),
  password: draft.password,
  subscriptionId: Number(draft.subscriptionId),
  subscripitionName: planName(draft, plans),
  numberOfMonths: Number(draft.numberOfMonths),
  amount: amountOf(draft, plans),
  paymentType: draft.paymentType,
})

/** Converts a valid draft into the body of an edit. */
export const toEdit = (
  draft: CustomerDraft,
  plans: readonly Plan[],
  version: number | null,
): Input<typeof customers.edit.body> => ({
  ...identity(draft),
  ...(draft.subscriptionId && {
    ...(draft.subscriptionId !== AS_IT_IS && {
      subscriptionId: Number(draft.subscriptionId),
      subscripitionName: planName(draft, plans),
    }),
    subStartDate: draft.subStartDate,
    subEndDate: draft.subEndDate,
  }),
  ...(draft.reason.trim() && { reason: draft.reason }),
  ...(draft.rosettaCardNumber && { rosettaCardNumber: draft.rosettaCardNumber }),
  ...(draft.rosettaCardPin && { rosettaCardPin: draft.rosettaCardPin }),
  ...(version !== null && { version }),
})
