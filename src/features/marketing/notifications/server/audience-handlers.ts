import type { AuditSummary } from '#server/audit/summary.ts'
import { sql } from 'drizzle-orm'
import { counted } from '#contract/counted.ts'
import { dayIn, phone, trimmed } from '#server/db/cells.ts'
import { countSelected, type Selection } from '#server/db/page.ts'
import { everyRow } from '#server/db/batches.ts'
import type { Db } from '#server/db/connect.ts'
import { exportLists, type CopiedColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { audiences } from '../audience-contract.ts'
import { messages, type Condition } from '../audience-rules.ts'
import { countAudience } from './audience.ts'
import {
  addAudience,
  changeAudience,
  everyAudience,
  findAudience,
  lockAudience,
  isDuplicateName,
  named,
  readLimits,
  removeAudience,
  restoreAudience,
  setLimits,
  unknownIn,
  type Stored,
} from './audiences.ts'
import { meetsAll } from './conditions.ts'

const EXPORT = 'audience.csv'

export const handlers = handle(audiences, {
  list: ({ db }) => everyAudience(db),

  count: async ({ app, db, body: { conditions }, now }) => {
    await mustBeKnown(db, conditions)
    const aim = { audience: 'SAVED-AUDIENCE', email: '', conditions, control_percent: 0, code: '' } as const
    return countAudience(db, aim, now, app.env.zone)
  },

  create: async ({ db, body, me, record, now }) => {
    await mustBeKnown(db, body.conditions)
    const made = await namedOne(db, await asNamed(() => addAudience(db, body, me.name, now)))
    await record({ ...about(made), summary: `Created the audience ${made.name}`, after: audited(made) })
    return made
  },

  change: async ({ db, params, body: { version, ...input }, record }) => {
    const found = foundOr404(await lockAudience(db, params.id))
    const before = await namedOne(db, found)
    if (version !== undefined && version !== before.version) throw stale(before)
    await mustBeKnown(db, input.conditions)
    const after = await namedOne(db, await asNamed(() => changeAudience(db, params.id, input)))
    const summary: AuditSummary = `Edited the audience ${after.name}`
    await record({ ...about(after), summary, before: audited(before), after: audited(after) })
    return after
  },

  remove: async ({ db, params, record, now }) => {
    const before = await namedOne(db, foundOr404(await lockAudience(db, params.id)))
    await removeAudience(db, params.id, now)
    await record({ ...about(before), summary: `Deleted the audience ${before.name}`, before: audited(before) })
    return null
  },

  restore: async ({ db, params, record }) => {
    const found = await asNamed(() => restoreAudience(db, params.id))
    if (!found && (await findAudience(db, params.id))) throw conflict(messages.notDeleted)
    const restored = await namedOne(db, foundOr404(found))
    await record({ ...about(restored), summary: `Restored the audience ${restored.name}`, after: audited(restored) })
    return restored
  },

  peopleCsv: async ({ app, db, params, now, write }) => {
    const { name, conditions } = foundOr404(await findAudience(db, params.id))
    const { zone } = app.env
    const selection: Selection = {
      from: sql`customers c`,
      where: meetsAll(conditions, { at: now, zone, isGathered: true }),
      keys: [{ of: sql`c.id`, type: 'bigint' }],
      descending: false,
      isSearch: true,
    }
    const total = await countSelected(db, selection)
    const what = `${counted(total, 'customer')} of the audience ${name}`
    return exportLists(write, db, { name: EXPORT, what, columns: columns(zone), lists: [everyRow(selection, total)] })
  },

  limits: ({ db }) => readLimits(db),

  setLimits: async ({ db, body, record }) => {
    const before = await setLimits(db, body)
    const summary = 'Set the sending limits of notifications'
    await record({ entity: 'notification limits', id: 'limits', summary, before, after: body })
    return body
  },
})

const columns = (zone: string): CopiedColumn[] => [
  { id: 'name', title: 'Name', cell: trimmed(sql`c.first_name || ' ' || c.last_name`) },
  { id: 'email', title: 'Email', cell: sql`c.email` },
  { id: 'mobile', title: 'Phone', cell: phone(sql`c.phone`) },
  { id: 'createdAt', title: 'Date created', cell: dayIn(sql`c.registered_at`, zone) },
  { id: 'userId', title: 'User ID', cell: sql`c.id`, isNumber: true },
]

const about = ({ id }: { id: number }) => ({ entity: 'audience', id })
const audited = ({ name, description }: { name: string; description: string }) => ({ name, conditions: description })

const namedOne = async (db: Db, stored: Stored) => (await named(db, [stored]))[0]!

function foundOr404(found: Stored | undefined): Stored {
  if (!found) throw notFound('audience')
  return found
}

/** @throws 422 for an id of nothing */
async function mustBeKnown(db: Db, conditions: readonly Condition[]): Promise<void> {
  const unknown = await unknownIn(db, conditions)
  if (unknown) throw invalid({ conditions: messages.badAny(`${unknown.of} ${unknown.value}`) })
}

async function asNamed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isDuplicateName(error) ? invalid({ name: messages.nameExists }) : error
  }
}
