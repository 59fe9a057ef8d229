import { counted } from '#contract/counted.ts'
import { showInstant } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { exportRows, inPages, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import { promotions } from '../contract.ts'
import { ON_LANDING_PAGE, STATE_LABELS } from '../rules.ts'
import { resultsOf, type Results } from './clicks.ts'
import { countOnLandingPage, move } from './landing.ts'
import { isOnLandingPage, toWire } from './present.ts'
import { activate, create, note, rejectUnauthorised, restore, save, promotionOr404 } from './save.ts'
import { changePromotion, countPromotions, findPromotion, pageOfPromotions, type Stored } from './store.ts'

const EXPORT_PAGE = 1000
const EXPORT = 'promotions.csv'

export const handlers = handle(promotions, {
  list: async ({ app, db, me, query, now }) => {
    const { pageNo, pageSize, ...filters } = query
    const filter = { ...filters, zone: app.env.zone }
    rejectUnauthorised(me, filter.position, 'read')
    const [rows, totalCount, visibleOnHomepage] = await Promise.all([
      pageOfPromotions(db, filter, now, sliceOf({ page: pageNo, perPage: pageSize })),
      countPromotions(db, filter, now),
      countOnLandingPage(db, now),
    ])
    const results = await resultsOf(db, rows)
    return {
      promotions: rows.map((row) => toWire(row, now, results.get(row.id))),
      totalCount,
      ...(filter.position === 'body' && { metamaxActivePromotionsOnHomepageBody: ON_LANDING_PAGE, visibleOnHomepage }),
    }
  },

  csv: async ({ db, me, query, app, now, write }) => {
    const { columns: choice, ...filters } = query
    const filter = { ...filters, zone: app.env.zone }
    rejectUnauthorised(me, filter.position, 'read')
    const total = await countPromotions(db, filter, now)
    const rows = inPages<Stored & Results>(async (after) =>
      withResults(db, await pageOfPromotions(db, filter, now, { limit: EXPORT_PAGE, after })),
    )
    const columns = columnsOf(filter.zone, now)
    return exportRows(write, { name: EXPORT, what: counted(total, 'promotion'), columns, choice, rows, total })
  },

  fetch: async ({ db, me, params, now }) => {
    const found = await findPromotion(db, params.id)
    if (!found) throw notFound('promotion')
    rejectUnauthorised(me, found.position, 'read')
    return toWire(found, now)
  },

  create: async ({ body, ...writing }) => toWire(await create(writing, body), writing.now),
  save: async ({ params, body, ...writing }) => toWire(await save(writing, params.id, body), writing.now),

  status: async ({ params, body, ...writing }) =>
    toWire(await activate(writing, params.id, body.isActive, body.version), writing.now),

  remove: async ({ params, ...writing }) => {
    const before = await promotionOr404(writing, params.id)
    const after = await changePromotion(writing.db, params.id, { deletedAt: writing.now })
    await note(writing, 'Deleted', before, undefined)
    return toWire(after, writing.now)
  },

  restore: async ({ params, ...writing }) => toWire(await restore(writing, params.id), writing.now),

  move: async ({ db, params, body, now, record }) => {
    const result = await move(db, 'body', params.id, body.before)
    if (!result) throw notFound('promotion')
    await record({ entity: 'promotion', id: result.one.id, summary: result.summary })
    return toWire(result.one, now)
  },
})

async function withResults(db: Db, rows: readonly Stored[]) {
  const results = await resultsOf(db, rows)
  return rows.map((row) => ({ ...row, ...results.get(row.id)! }))
}

/** The screen's columns, and what it shows of them in tooltips. */
function columnsOf(zone: string, now: Date): CsvColumn<Stored & Results>[] {
  const at = (moment: Date | null) => moment && showInstant(moment, zone)
  const state = (row: Stored) => STATE_LABELS[toWire(row, now).state]
  return [
    { id: 'promotion', title: 'Promotion', cell: (row) => row.title },
    { id: 'description', title: 'Description', cell: (row) => row.description },
    { id: 'primary', title: 'Primary CTA', cell: (row) => row.primaryCta },
    { id: 'primary_url', title: 'Primary CTA URL', cell: (row) => row.primaryCtaUrl },
    { id: 'secondary', title: 'Secondary CTA', cell: (row) => row.secondaryCta },
    { id: 'secondary_url', title: 'Secondary CTA URL', cell: (row) => row.secondaryCtaUrl },
    { id: 'state', title: 'State', cell: state },
    { id: 'starts', title: 'Start', cell: (row) => at(row.startsAt) },
    { id: 'ends', title: 'End', cell: (row) => at(row.endsAt) },
    { id: 'clicks', title: 'Clicks', cell: (row) => row.clicks },
    { id: 'purchases', title: 'Purchases', cell: (row) => row.purchases, adds: true },
    { id: 'revenue', title: 'Revenue', cell: (row) => row.revenueGenerated, adds: true },
    { id: 'landing', title: 'View on Landing page', cell: (row) => isOnLandingPage(row, now) },
    { id: 'active', title: 'Activate', cell: (row) => row.isActive },
  ]
}
