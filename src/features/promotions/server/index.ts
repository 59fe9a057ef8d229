import { refusal } from '#contract/permissions.ts'
import type { Find, ServerFeature } from '#server/feature.ts'
import { STATE_LABELS } from '../rules.ts'
import { demo } from './demo.ts'
import { handlers } from './handlers.ts'
import { toWire } from './present.ts'
import { pageOfPromotions } from './store.ts'

const PALETTE_ROWS = 8

const find: Find = async (db, search, me) => {
  if (refusal(me, 'promotions:read')) return []
  const now = new Date()
  const found = await pageOfPromotions(db, { position: 'body', search }, now, { limit: PALETTE_ROWS })
  return found.map((row) => ({
    kind: 'promotion',
    id: String(row.id),
    title: row.title,
    subtitle: STATE_LABELS[toWire(row, now).state],
  }))
}

export const server: ServerFeature = { routes: handlers, find, demo }
