/** Actions that can need approval by another person, and the words for their amounts. */
import { showNaira, toNaira } from './money.ts'

/** Earlier actions that add to an action's amount. The amount of a bulk action is the sum of its parts, or the largest. */
type Adds = { person?: true; record?: 'day' | 'ever'; many?: 'largest' }
type Unit = 'naira' | 'points' | 'vouchers' | 'devices' | 'each'

/**
 * Actions with their name, the subject of “needs approval”, and their unit; `each`: no amount. Actions without approval add up:
 * those of a person in 24 hours, or those on a record in 24 hours or ever.
 */
export const APPROVAL_ACTIONS = {
  refunds: {
    label: 'Refunds',
    one: 'A refund',
    unit: 'naira',
    note: 'Payment and cube booking refunds, including cash',
    adds: { person: true, record: 'ever' },
  },
  points: {
    label: 'Points',
    one: 'Awarding, redeeming or reversing points',
    unit: 'points',
    note: 'Points awarded, redeemed or reversed by one person in 24 hours',
    adds: { person: true, record: 'day' },
  },
  vouchers: {
    label: 'Vouchers',
    one: 'Creating vouchers',
    unit: 'vouchers',
    note: 'Vouchers created or replaced by one person in 24 hours',
    adds: { person: true },
  },
  prices: {
    label: 'Prices',
    one: 'A price change',
    unit: 'naira',
    note: 'Largest price change for concessions, tiers and cubes. For a combo, its discount against its items.',
    adds: { record: 'day', many: 'largest' },
  },
  pushes: {
    label: 'Push notifications',
    one: 'A push notification',
    unit: 'devices',
    note: 'Devices of notifications sent or scheduled by one person in 24 hours',
    adds: { person: true },
  },
  plans: {
    label: 'Free plans',
    one: 'Giving a plan for free',
    unit: 'naira',
    note: 'Unpaid plans or days given by one person in 24 hours, at the price of the plan',
    adds: { person: true, record: 'day' },
  },
  cancellations: {
    label: 'Cancellations',
    one: "Cancelling a customer's subscription",
    unit: 'each',
    note: "Ending a customer's subscription before its last day",
  },
  contacts: {
    label: "Customers' emails",
    one: "Changing a customer's email",
    unit: 'each',
    note: 'A new sign-in email, and a password reset in the 24 hours after it',
  },
  releases: {
    label: 'Quarantined records',
    one: 'Releasing quarantined records',
    unit: 'naira',
    note: 'Amounts released unchanged by one person in 24 hours',
    adds: { person: true },
  },
  sharing: {
    label: 'Customer sharing',
    one: 'Changing customer sharing',
    unit: 'each',
    note: 'Which customers cinema staff can see',
  },
  reports: {
    label: 'Reports to outside addresses',
    one: 'A report to an outside address',
    unit: 'each',
    note: 'Each new address of a report',
  },
  erasure: {
    label: 'Erasure',
    one: "Erasing or merging a customer's data",
    unit: 'each',
    note: "Erasing a customer's data or merging two customers",
  },
  roles: {
    label: 'Roles',
    one: 'Changing roles or access',
    unit: 'each',
    note: 'Role permissions, roles of staff, their email, password or two-factor authentication, new service tokens',
  },
  rules: { label: 'Approval rules', one: 'Changing approval rules', unit: 'each', note: 'Changes to these rules' },
} as const satisfies Record<string, { label: string; one: string; unit: Unit; note: string; adds?: Adds }>

export type ApprovalAction = keyof typeof APPROVAL_ACTIONS
export const addsOf = (action: ApprovalAction): Adds => {
  const one: { adds?: Adds; label: string } = APPROVAL_ACTIONS[action]
  return one.adds ?? {}
}
export const APPROVAL_ACTION_NAMES = Object.keys(APPROVAL_ACTIONS) as [ApprovalAction, ...ApprovalAction[]]

/** Header that requests approval: the reason, percent-encoded. */
export const REASON_HEADER = 'approval-reason'
export const REASON_LENGTH = 300
/** Message of a new approval request (202). */
export const APPROVAL_REQUESTED = 'Sent for approval'

/** Amounts of money are kobo inside, and naira on the wire and for people. */
export const isMoney = (action: ApprovalAction): boolean => APPROVAL_ACTIONS[action].unit === 'naira'
export const toWire = (action: ApprovalAction, size: number): number => (isMoney(action) ? toNaira(size) : size)

/** Formats an amount of the wire: “₦500,000”, “5,000 points”; empty for actions without an amount. */
export function describeAmount(action: ApprovalAction, amount: number): string {
  const { unit } = APPROVAL_ACTIONS[action]
  if (unit === 'each') return ''
  if (unit === 'naira') return showNaira(amount)
  return `${amount.toLocaleString('en-NG')} ${amount === 1 ? unit.slice(0, -1) : unit}`
}

/**
 * Returns “A refund (₦500,000 or more) needs approval”. Adds the total if only earlier actions bring it above the threshold.
 */
export function approvalNeededMessage(
  action: ApprovalAction,
  threshold: number,
  size: number,
  together: number,
): string {
  const { one, unit } = APPROVAL_ACTIONS[action]
  if (unit === 'each') return `${one} needs approval`
  const needs = `${one} (${describeAmount(action, threshold)} or more) needs approval`
  if (size >= threshold) return needs
  return `${needs}: with earlier ones, the total is ${describeAmount(action, together)}`
}
