import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  cinema_sales_days: { nobodys: { [NOBODYS.chain]: 'cinema_id', [NOBODYS.word]: 'channel kind' } },
  cinema_sales: { nobodys: { [NOBODYS.chain]: 'cinema_id', [NOBODYS.word]: 'channel kind' } },
  cinema_show_days: { nobodys: { [NOBODYS.chain]: 'cinema_id' } },
  cinema_redemption_days: { nobodys: { [NOBODYS.chain]: 'cinema_id' } },
  sales_days: { nobodys: { [NOBODYS.word]: 'channel kind' } },
  signup_days: { nobodys: { [NOBODYS.word]: 'channel' } },
  visit_days: { nobodys: { [NOBODYS.word]: 'channel' } },
}
