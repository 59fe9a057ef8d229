/** Acts that a second person may have to approve, and the words for how much of one there is. */
import { showNaira, toNaira } from './money.ts'

/** With what an act adds up; of many at once it is their sum, or the largest of them. */
type Adds = { person?: true; record?: 'day' | 'ever'; many?: 'largest' }
type Unit = 'naira' | 'points' | 'vouchers' | 'devices' | 'each'

/**
 * Each with its name, what is said when it needs a second person, and what it is counted in; `each` means that there is no
 * more or less of it. What is done without a second person adds up: what a person does in 24 hours, or what is done to one
 * record, in 24 hours or ever.
 */
export const APPROVAL_ACTIONS = {
  refunds: {
    label: 'Refunds',
    one: 'A refund',
    unit: 'naira',
    note: 'Of payments and cube bookings, cash ones too',
    adds: { person: true, record: 'ever' },
  },
  points: {
    label: 'Points',
    one: 'Awarding, redeeming or reversing points',
    unit: 'points',
    note: 'Awarded, redeemed or reversed by one person in 24 hours',
    adds: { person: true, record: 'day' },
  },
  vouchers: {
    label: 'Vouchers',
    one: 'Making vouchers',
    unit: 'vouchers',
    note: 'Generated or replaced by one person in 24 hours',
    adds: { person: true },
  },
  prices: {
    label: 'Prices',
    one: 'A change of price',
    unit: 'naira',
    note: 'The largest change of concessions, membership tiers and cubes; of a combo what its price saves on its items',
    adds: { record: 'day', many: 'largest' },
  },
  pushes: {
    label: 'Push notifications',
    one: 'A push notification',
    unit: 'devices',
    note: 'Sent or scheduled by one person in 24 hours, by the devices that they would reach',
    adds: { person: true },
  },
  plans: {
    label: 'Plans given',
    one: 'A plan given by staff',
    unit: 'naira',
    note: 'A plan, or days of one, that nobody paid for, at the price of the plan; by one person in 24 hours',
    adds: { person: true, record: 'day' },
  },
  cancellations: {
    label: 'Cancellations',
    one: "Cancelling a customer's subscription",
    unit: 'each',
    note: "Of a customer's subscription, before its last day",
  },
  contacts: {
    label: "Customers' emails",
    one: "A change of a customer's email",
    unit: 'each',
    note: 'The email that a customer signs in with, and a reset of the password in the 24 hours after',
  },
  releases: {
    label: 'Quarantined records',
    one: 'Releasing quarantined records',
    unit: 'naira',
    note: 'Held lines that are counted as they are, by their amounts; by one person in 24 hours',
    adds: { person: true },
  },
  sharing: {
    label: 'Customer sharing',
    one: 'A change of customer sharing',
    unit: 'each',
    note: 'Whether people of some cinemas see the customers of all',
  },
  reports: {
    label: 'Reports to outside addresses',
    one: 'A report to an outside address',
    unit: 'each',
    note: 'Each address that a report was not sent to before',
  },
  erasure: {
    label: 'Erasure',
    one: "Erasing or merging a person's data",
    unit: 'each',
    note: "Of a customer's personal data; two customers that become one",
  },
  roles: {
    label: 'Roles',
    one: 'A change of roles or access',
    unit: 'each',
    note: "What a role allows, who has which, another's email, password or second factor, new service tokens",
  },
  rules: { label: 'Approval rules', one: 'A change of approval rules', unit: 'each', note: 'Changes of these rules' },
} as const satisfies Record<string, { label: string; one: string; unit: Unit; note: string; adds?: Adds }>

export type ApprovalAction = keyof typeof APPROVAL_ACTIONS
export const addsOf = (action: ApprovalAction): Adds => {
  const one: { adds?: Adds; label: string } = APPROVAL_ACTIONS[action]
  return one.adds ?? {}
}
export const APPROVAL_ACTION_NAMES = Object.keys(APPROVAL_ACTIONS) as [ApprovalAction, ...ApprovalAction[]]

/** The header that proposes what needs a second person: why, percent-encoded. */
export const REASON_HEADER = 'approval-reason'
export const REASON_LENGTH = 300
/** Said of what is proposed (202). */
export const APPROVAL_REQUESTED = 'Sent for approval'

/** Money is kobo inside, naira on the wire and for people; everything else is counted as it is. */
export const isMoney = (action: ApprovalAction): boolean => APPROVAL_ACTIONS[action].unit === 'naira'
export const toWire = (action: ApprovalAction, size: number): number => (isMoney(action) ? toNaira(size) : size)

/** How much of an act, as it is on the wire: "₦500,000", "5,000 points"; empty of what is not counted. */
export function describeAmount(action: ApprovalAction, amount: number): string {
  const { unit } = APPROVAL_ACTIONS[action]
  if (unit === 'each') return ''
  if (unit === 'naira') return showNaira(amount)
  return `${amount.toLocaleString('en-NG')} ${amount === 1 ? unit.slice(0, -1) : unit}`
}

/**
 * "A refund (₦500,000 or more) needs a second person"; of what does only together with what was done before: "It comes to
 * ₦600,000 with what you did in the last 24 hours, or what was done to the same record".
 */
export function approvalNeededMessage(
  action: ApprovalAction,
  threshold: number,
  size: number,
  together: number,
): string {
  const { one, unit } = APPROVAL_ACTIONS[action]
  if (unit === 'each') return `${one} needs a second person`
  const needs = `${one} (${describeAmount(action, threshold)} or more) needs a second person`
  if (size >= threshold) return needs
  return `${needs}. Earlier ones count: with this one it is ${describeAmount(action, together)}`
}
