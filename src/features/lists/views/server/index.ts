import type { Find, ServerFeature } from '#server/feature.ts'
import { hasTerms } from '#contract/fold.ts'
import { AUDIENCE_LABELS, addressOf } from '../rules.ts'
import { deleted } from './deleted.ts'
import { handlers } from './handlers.ts'
import { person } from './person.ts'
import { deletedViews } from './retention.ts'
import { viewsFor } from './store.ts'

const PALETTE_ROWS = 8

/** The id of a view that is found is its address: it opens the list. */
const find: Find = {
  permission: 'person',
  records: async (db, term, _, me) =>
    (await viewsFor(db, me))
      .filter(({ name }) => hasTerms(name, term))
      .slice(0, PALETTE_ROWS)
      .map((view) => ({
        kind: 'view',
        id: addressOf(view),
        title: view.name,
        subtitle: view.role ?? AUDIENCE_LABELS[view.audience],
      })),
}

export const server: ServerFeature = { routes: handlers, deleted, find, retention: [deletedViews], person }
