import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { addLine, type Actor, type AuditLine } from '../audit/store.ts'
import type { Scope } from '#contract/permissions.ts'
import type { Db } from '../db/connect.ts'
import { isEnough } from '../db/policies.ts'
import { cinemasOfAbout, cinemasOfRecord, recordsOfCall, type Given, type Places } from './scope.ts'

/** Adds an audit log entry in the transaction of its change. `actor`: for calls without a session. */
export type Recorder = (line: AuditLine, actor?: Actor) => Promise<void>

type Recording = {
  endpoint: Endpoint
  given: Given
  actor: Actor
  /** The cinemas for which the caller has the permission. */
  scope: Scope
  requestId: string
  now: Date
  /** Text after each summary. */
  note?: string
}

/**
 * Returns the recorder of a call. Each entry names the cinemas of its record, and of the call's records before the
 * change, so that a move names both cinemas. The records of the call were checked before. An entry about a record
 * outside the caller's cinemas fails, whatever the row or the handler checked.
 */
export async function recorderIn(app: Places, db: Db, recording: Recording): Promise<Recorder> {
  const { endpoint, given, actor, scope, requestId, now, note = '' } = recording
  // A read changes nothing, so its entries belong to its caller.
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
      throw new Error(`${nameOf(endpoint)} changed ${line.entity} ${line.id}, which is outside its caller's cinemas`)
    const cinemaIds = [...new Set([...before, ...own])]
    const noted = { ...line, summary: `${line.summary}${note}` as const }
    await addLine(db, by, nameOf(endpoint), noted, { requestId, now, cinemaIds })
  }
}
