import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  voucher_groups: {
    nobodys: {
      'Of the company that bought them': 'company_name comment',
      [NOBODYS.staff]: 'approved_by generated_by',
      [NOBODYS.chain]: 'plan',
    },
  },
  vouchers: {
    freed: 'recipient',
    nobodys: { [NOBODYS.id]: 'hint redeemed_source redeemed_by reference', [NOBODYS.word]: 'state' },
  },
}
