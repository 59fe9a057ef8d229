import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  cinema_sales_days: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id', [NON_PERSONAL.word]: 'channel kind' } },
  cinema_sales: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id', [NON_PERSONAL.word]: 'channel kind' } },
  cinema_show_days: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id' } },
  cinema_redemption_days: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id' } },
  sales_days: { nonPersonal: { [NON_PERSONAL.word]: 'channel kind' } },
  signup_days: { nonPersonal: { [NON_PERSONAL.word]: 'channel' } },
  visit_days: { nonPersonal: { [NON_PERSONAL.word]: 'channel' } },
}
