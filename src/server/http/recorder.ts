import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { addLine, type Actor, type AuditLine } from '../audit/store.ts'
import type { Scope } from '#contract/permissions.ts'
import type { Db } from '../db/connect.ts'
import { cinemasOfRecord, idsAt, type Given, type Places } from './scope.ts'

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
 * as it was before: of what moves, the cinema that it left as well. A write leaves a line for what it changes, so one that
 * changes a record past its caller's cinemas fails here, whatever its row and its handler asked for.
 */
export async function recorderIn(app: Places, db: Db, recording: Recording): Promise<Recorder> {
  const { endpoint, actor, scope, requestId, now, note = '' } = recording
  const before = await cinemasAbout(app, db, recording)
  const isWrite = endpoint.method !== 'GET'
  return async (line, by = actor) => {
    const own = await cinemasOfRecord(app, db, line)
    if (isWrite && scope !== 'chain' && own.length > 0 && !own.some((id) => scope.includes(id)))
      throw new Error(`${nameOf(endpoint)} changed ${line.entity} ${line.id}, which is of none of its caller's cinemas`)
    const cinemaIds = [...new Set([...before, ...own])]
    const noted = { ...line, summary: line.summary + note }
    await addLine(db, by, nameOf(endpoint), noted, { requestId, now, cinemaIds })
  }
}

/** A read changes nothing: what it leaves in the log is its caller's. */
async function cinemasAbout(app: Places, db: Db, { endpoint: { about = {}, method }, given }: Recording) {
  const found: string[] = []
  if (method === 'GET') return found
  for (const [kind, place] of Object.entries(about))
    for (const id of idsAt(given, place))
      found.push(...(kind === 'cinema' ? [String(id)] : await cinemasOfRecord(app, db, { entity: kind, id })))
  return found
}
