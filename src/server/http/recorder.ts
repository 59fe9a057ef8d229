import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { addLine, type Actor, type AuditLine } from '../audit/store.ts'
import type { Scope } from '#contract/permissions.ts'
import type { Db } from '../db/connect.ts'
import { isEnough } from '../db/policies.ts'
import { cinemasOfAbout, cinemasOfRecord, recordsOfCall, type Given, type Places } from './scope.ts'

/** Adds an audit line in the transaction it belongs to. `actor` is given where nobody is signed in. */
export type Recorder = (line: AuditLine, actor?: Actor) => Promise<void>

type Recording = {
  endpoint: Endpoint
  given: Given
  actor: Actor
  /** Where its caller has the right to it. */
  scope: Scope
  requestId: string
  now: Date
  /** What each line says besides. */
  note?: string
}

/**
 * How a call's handler writes into the audit log. Each line says the cinemas of its record, and those of what the call is about
 * as it was before: of what moves, the cinema that it left as well. A write leaves a line for what it changes. What the call
 * is about was asked before; a line about another record, of none of its caller's cinemas, fails here, whatever the call's
 * row and its handler asked for.
 */
export async function recorderIn(app: Places, db: Db, recording: Recording): Promise<Recorder> {
  const { endpoint, given, actor, scope, requestId, now, note = '' } = recording
  // A read changes nothing: what it leaves in the log is its caller's.
  const isRead = endpoint.method === 'GET'
  const about = isRead ? [] : recordsOfCall(endpoint, given)
  const before: string[] = []
  for (const record of about) before.push(...(await cinemasOfAbout(app, db, record)))
  const isAbout = ({ entity, id }: AuditLine) =>
    about.some((record) => record.entity === entity && String(record.id) === String(id))
  return async (line, by = actor) => {
    const own = await cinemasOfRecord(app, db, line)
    const isAllowed = isRead || scope === 'chain' || own.length === 0 || isAbout(line)
    if (!isAllowed && !isEnough(app.policies, line.entity, own, scope))
      throw new Error(`${nameOf(endpoint)} changed ${line.entity} ${line.id}, which is of none of its caller's cinemas`)
    const cinemaIds = [...new Set([...before, ...own])]
    const noted = { ...line, summary: `${line.summary}${note}` as const }
    await addLine(db, by, nameOf(endpoint), noted, { requestId, now, cinemaIds })
  }
}
