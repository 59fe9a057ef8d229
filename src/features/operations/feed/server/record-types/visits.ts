import { visit, visitedOtherwise } from '#features/sales/trade/server/public.ts'
import { ingestUnlessVoided } from '../corrected.ts'
import { byId, outcomesOf, type Ingester } from './ingest-context.ts'

export const ingestVisits: Ingester<'visits'> = (at, sent) =>
  ingestUnlessVoided(at, 'visits', sent, async (lines) => {
    const visits = byId(lines).map((line) => ({ ...line, at: new Date(line.at) }))
    const fresh = await visit(at.db, at, visits)
    return outcomesOf(lines, fresh, visits, (reported) => visitedOtherwise(at.db, at.source, reported))
  })
