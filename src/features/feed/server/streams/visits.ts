import { visit, visitedOtherwise } from '#features/trade/server/public.ts'
import { takeBeside } from '../corrected.ts'
import { byId, outcomesOf, type Take } from './taking.ts'

export const takeVisits: Take<'visits'> = (at, sent) =>
  takeBeside(at, 'visits', sent, async (lines) => {
    const visits = byId(lines).map((line) => ({ ...line, at: new Date(line.at) }))
    const fresh = await visit(at.db, at, visits)
    return outcomesOf(lines, fresh, visits, (told) => visitedOtherwise(at.db, at.source, told))
  })
