/** What a record was at a moment, from what the lines of the log say about it. */
type Fields = Readonly<Record<string, unknown>>
export type Entry = {
  id: number
  at: string
  actor: string
  action: string
  before: unknown
  after: unknown
}
/** A field as it was; `at` and `actor` of who had set it, where the log has it: it may be older than the log. */
export type Then = { value: unknown; at: string | null; actor: string | null }
export type RecordThen = {
  /** `before`: it was made later. */
  state: 'there' | 'deleted' | 'before'
  fields: Readonly<Record<string, Then>>
}

/** Said beside a record's fields: of the act, not of the record. */
const OF_THE_ACTION = new Set(['reason'])
const MAKES = /^[^.]+\.(create|add|book|restore)/
/** Records that other features keep something about: what these add or remove is a part of them. */
const MADE_BY: Readonly<Record<string, RegExp>> = { customer: /^(customers|privacy)\./, admin: /^admins\./ }

/**
 * What of a line is a state of the record. Where a record is there, what a line has after alone is of the act: points that
 * were awarded, codes that were looked at.
 */
function interpret({ action, before, after }: Entry, entity: string) {
  const isOwnAction = MADE_BY[entity]?.test(action) ?? true
  const [was, is] = [before, after].map((part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part as Fields).filter(([field]) => !OF_THE_ACTION.has(field)))
      : undefined,
  )
  if (was && is) return { kind: 'change', was, is } as const
  if (was) return { kind: isOwnAction ? 'end' : 'change', was, is: {} } as const
  if (!is || !MAKES.test(action)) return { kind: 'none', was: {}, is: {} } as const
  return { kind: isOwnAction ? 'start' : 'change', was: {}, is } as const
}

/**
 * The record right after line `at`. What was set by then is from the latest line that set it; what was not, from the first
 * line afterwards that says what it had been. A field that no line names is not known.
 * @param lines all of the record, the oldest first
 */
export function recordThen(entity: string, lines: readonly Entry[], at: number): RecordThen {
  const fields: Record<string, Then> = {}
  let state: RecordThen['state'] | undefined
  for (const line of lines.filter(({ id }) => id <= at)) {
    const { kind, was, is } = interpret(line, entity)
    if (kind === 'none' || (kind === 'start' && state === 'there')) continue
    if (kind === 'start') for (const field of Object.keys(fields)) delete fields[field]
    for (const [field, value] of Object.entries(was))
      fields[field] = kind === 'end' ? (fields[field] ?? { value, at: null, actor: null }) : noLonger(line)
    for (const [field, value] of Object.entries(is)) fields[field] = { value, at: line.at, actor: line.actor }
    state = kind === 'end' ? 'deleted' : 'there'
  }
  if (state === 'deleted') return { state, fields }
  /** Fields that a later line gave it, without what they had been. */
  const given = new Set<string>()
  for (const line of lines.filter(({ id }) => id > at)) {
    const { kind, was, is } = interpret(line, entity)
    if (kind === 'start' && state === undefined) return { state: 'before', fields: {} }
    if (kind === 'none' || kind === 'start') continue
    for (const [field, value] of Object.entries(was))
      if (!given.has(field)) fields[field] ??= { value, at: null, actor: null }
    for (const field of Object.keys(is)) if (!fields[field]) given.add(field)
    state ??= 'there'
    if (kind === 'end') break
  }
  return { state: 'there', fields }
}

/** A field that a change took away, unless the line says what it is now. */
const noLonger = ({ at, actor }: Entry): Then => ({ value: null, at, actor })
