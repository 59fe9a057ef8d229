import type { Find, ServerFeature } from '#server/feature.ts'
import { handlers } from './handlers.ts'
import { askRefunds } from './jobs.ts'
import { pageOfPayments } from './list.ts'
import { showMoney } from '../rules.ts'
import { person } from './person.ts'
import { policy } from './policy.ts'

const PALETTE_ROWS = 8
/** Possible bookings and references. Names and shorter words match too many payments. */
const NUMBER = /^(?=.*\d)\S{5,}$/

const find: Find = {
  permission: 'payment-logs:read',
  records: async (db, search) => {
    if (!NUMBER.test(search)) return []
    const found = await pageOfPayments(db, { userType: 'ALL', search }, { page: 1, perPage: PALETTE_ROWS })
    return found.payment_logs.map(({ id, bookingId, reference, data: { meta } }) => ({
      kind: 'payment',
      id: String(id),
      title: `${bookingId} · ${showMoney({ amount: meta.amountPaid, currency: meta.currency })}`,
      subtitle: [...new Set([reference, bookingId, meta.email])].filter((one) => one && one !== bookingId).join(' · '),
    }))
  },
}

export const server: ServerFeature = {
  policy,
  routes: handlers,
  person,
  find,
  jobs: [askRefunds],
  // Resumes refunds that a crashed server left open.
  start: (app) => app.jobs.send(askRefunds, {}),
}
