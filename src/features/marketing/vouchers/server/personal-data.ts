import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  voucher_groups: {
    nonPersonal: {
      'Of the company that bought them': 'company_name comment',
      [NON_PERSONAL.staff]: 'approved_by generated_by',
      [NON_PERSONAL.chain]: 'plan',
    },
  },
  vouchers: {
    redact: 'recipient',
    nonPersonal: { [NON_PERSONAL.id]: 'last4 redeemed_source redeemed_by reference', [NON_PERSONAL.word]: 'state' },
  },
}
