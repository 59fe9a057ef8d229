import { showCount } from '#contract/counted.ts'
import { CODE_ALPHABET } from '#contract/code.ts'
import { errors } from '#contract/errors.ts'

/** Rules and messages of bulk vouchers (operations 4, 5, 8, 9). */

export const GROUP_PAGE = 10
export const VOUCHER_PAGE = 15
/** The plan of a voucher for which none is chosen (operations 9). */
export const DEFAULT_PLAN_ID = 401
export const QUANTITY_MOST = 100_000
/** What one voucher gives. */
export const TERM_MONTHS = 1
/** Of each group, where a list is asked for with its vouchers. */
export const INLINE_VOUCHERS = 100
/** Vouchers that are voided, replaced or shown at a time. */
export const AT_A_TIME = 500
export const ERROR_HIDES_MS = 6000

/** 81 bits; whoever knows the last four letters, which are in clear, still has to guess 63. */
export const CODE_LENGTH = 18
const PART = 6
export const HINT_LENGTH = 4

export const STATES = ['unused', 'redeemed', 'void', 'expired'] as const
export type VoucherState = (typeof STATES)[number]
export const STATE_LABELS: Record<VoucherState, string> = {
  unused: 'Unused',
  redeemed: 'Redeemed',
  void: 'Voided',
  expired: 'Expired',
}

/** As it is printed: XXXXXX-XXXXXX-XXXXXX. */
export const showCode = (code: string): string => code.match(new RegExp(`.{${PART}}`, 'g'))!.join('-')
/** All that is shown of a code to those who may not see it. */
export const maskedCode = (last4: string): string => showCode('•'.repeat(CODE_LENGTH - HINT_LENGTH) + last4)

const A_CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`)
/** A code as somebody typed it, with or without hyphens; undefined when it cannot be one. */
export const readCode = (typed: string): string | undefined => {
  const code = typed.toUpperCase().replace(/[\s\-–_.]/g, '')
  return A_CODE.test(code) ? code : undefined
}

export const messages = {
  noTitle: 'Title cannot be empty.',
  noQuantity: 'Quantity must be a number.',
  badQuantity: `Enter a quantity from 1 to ${showCount(QUANTITY_MOST)}`,
  noApprover: 'Approved by cannot be empty.',
  unpaid: 'Confirm the payment first',
  unknownPlan: errors.notFound('plan'),
  pastDay: 'Choose today or a later day',
  created: 'Vouchers created',
  /** Said where a failed create says nothing itself, and where no answer came. */
  failed: 'An error occured, please try again',
  noNetwork: 'Network Error, please try again',
  noSuchGroup: errors.notFound('voucher group'),
  noSuchVoucher: errors.notFound('voucher'),
  none: 'Select at least one voucher',
  tooMany: `Select up to ${AT_A_TIME} vouchers at a time`,
  stillMaking: 'The codes are still being created. Try again when they are complete.',
  voided: 'Vouchers voided',
  reissued: 'Vouchers replaced',
  changed: 'Voucher updated',
  redeemForbidden: 'This key is not allowed to redeem vouchers',
  noCode: errors.enter('a code'),
  wasVoided: 'This voucher was voided',
  noSuchCustomer: `${errors.notFound('customer')}. Send the customer first.`,
  noKeyInFile:
    'The file voucher.key in DATA_DIR is empty or incomplete. Restore it, or delete it if there are no vouchers yet.',
  otherKey:
    'Voucher codes cannot be read: this server uses a different key. Restore the original VOUCHER_KEY, or the file voucher.key in DATA_DIR.',
} as const

export type GroupDraft = {
  companyName: string
  quantity: string | number
  approvedBy: string
  expiresOn: string | null
}

/** What is wrong with a new group, by field. @param today a voucher cannot expire before it */
export const groupErrors = (
  { companyName, quantity, approvedBy, expiresOn }: GroupDraft,
  today: string,
): Partial<Record<keyof GroupDraft, string>> => ({
  ...(companyName.trim() === '' && { companyName: messages.noTitle }),
  ...(quantity === '' || !Number.isInteger(Number(quantity))
    ? { quantity: messages.noQuantity }
    : (Number(quantity) < 1 || Number(quantity) > QUANTITY_MOST) && { quantity: messages.badQuantity }),
  ...(approvedBy.trim() === '' && { approvedBy: messages.noApprover }),
  ...(expiresOn !== null && expiresOn < today && { expiresOn: messages.pastDay }),
})
