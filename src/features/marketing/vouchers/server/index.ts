import type { App } from '#server/app.ts'
import type { Find, ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { keysToReadWith } from './keys.ts'
import { goOnMaking, makeCodes } from './making.ts'
import { groupsCalled } from './store.ts'
import { personalColumns } from './personal-data.ts'
import { vouchersLow } from './alerts.ts'
import { owedVouchers } from './recipients.ts'

const PALETTE_ROWS = 8

const find: Find = {
  permission: 'vouchers:read',
  records: async (db, search) => {
    return (await groupsCalled(db, search, PALETTE_ROWS)).map(({ id, company, quantity, plan }) => ({
      kind: 'voucher group',
      id: String(id),
      title: company,
      subtitle: `${quantity} × ${plan}`,
    }))
  },
}

/** A server with another key than the vouchers were made with must not begin: it would call every code unknown. */
async function start(app: App): Promise<void> {
  await keysToReadWith(app.db, app.env)
  await goOnMaking(app)
}

export const server: ServerFeature = {
  routes: handlers,
  jobs: [makeCodes],
  alerts: [vouchersLow],
  find,
  start,
  person: { columns: personalColumns, owed: owedVouchers },
}
