/** Acts that a second person may have to approve, and the words for how much of one there is. */
import { showNaira, toNaira } from './money.ts'

type Unit = 'naira' | 'points' | 'vouchers' | 'devices' | 'each'

/**
 * Each with its name, what is said when it needs a second person, and what it is counted in; `each` means that there is no
 * more or less of it.
 */
export const ACTS = {
  refunds: { label: 'Refunds', one: 'A refund', unit: 'naira', note: 'Of payments and cube bookings, cash ones too' },
  points: {
    label: 'Points',
    one: 'Awarding, redeeming or reversing points',
    unit: 'points',
    note: 'Awarded, redeemed or reversed at once',
  },
  vouchers: { label: 'Vouchers', one: 'Making vouchers', unit: 'vouchers', note: 'Generated or replaced at once' },
  prices: {
    label: 'Prices',
    one: 'A change of price',
    unit: 'naira',
    note: 'The largest change of concessions, membership tiers and cubes; of a combo what its price saves on its items',
  },
  pushes: {
    label: 'Push notifications',
    one: 'A push notification',
    unit: 'devices',
    note: 'Sent or scheduled, by the devices that it would reach',
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
    note: 'What a role allows, who has which, second factors that are removed, new service tokens',
  },
  rules: { label: 'Approval rules', one: 'A change of approval rules', unit: 'each', note: 'Changes of these rules' },
} as const satisfies Record<string, { label: string; one: string; unit: Unit; note: string }>

export type Act = keyof typeof ACTS
export const ACT_NAMES = Object.keys(ACTS) as [Act, ...Act[]]

/** The header that proposes what needs a second person: why, percent-encoded. */
export const REASON_HEADER = 'approval-reason'
export const REASON_LENGTH = 300
/** Said of what is proposed (202). */
export const PROPOSED = 'Sent for approval'

/** Money is kobo inside, naira on the wire and for people; everything else is counted as it is. */
export const isMoney = (act: Act): boolean => ACTS[act].unit === 'naira'
export const toWire = (act: Act, size: number): number => (isMoney(act) ? toNaira(size) : size)

/** How much of an act, as it is on the wire: "₦500,000", "5,000 points"; empty of what is not counted. */
export function amountInWords(act: Act, amount: number): string {
  const { unit } = ACTS[act]
  if (unit === 'each') return ''
  if (unit === 'naira') return showNaira(amount)
  return `${amount.toLocaleString('en-NG')} ${amount === 1 ? unit.slice(0, -1) : unit}`
}

/** "A refund (₦500,000 or more) needs a second person". */
export const needsSecond = (act: Act, threshold: number): string =>
  [
    ACTS[act].one,
    amountInWords(act, threshold) && `(${amountInWords(act, threshold)} or more)`,
    'needs a second person',
  ]
    .filter(Boolean)
    .join(' ')
