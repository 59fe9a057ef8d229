import * as z from 'zod/mini'
import { RECORD_SCHEMAS } from '../src/features/operations/feed/records-contract.ts'
import type { RecordType } from '../src/features/operations/feed/rules.ts'
import { Stopped } from './import-stopped.ts'

type Kind = 'text' | 'number' | 'boolean' | 'words'
type Json = {
  type?: string | string[]
  properties?: Record<string, Json>
  items?: Json
  anyOf?: Json[]
}

const kindOf = ({ type: types, anyOf }: Json): Kind => {
  if (anyOf) return kindOf(anyOf.find((one) => one.type !== 'null')!)
  const [type] = [types].flat()
  if (type === 'array') return 'words'
  return type === 'number' || type === 'integer' ? 'number' : type === 'boolean' ? 'boolean' : 'text'
}

/** The columns that a stream's file may have, a list's with `*` for the number of its line: `lines.*.amount`. */
export function columnsOf(stream: RecordType): Map<string, Kind> {
  const shape = z.toJSONSchema(RECORD_SCHEMAS[stream], { io: 'input', unrepresentable: 'any' }) as Json
  const columns = new Map<string, Kind>()
  for (const [name, field] of Object.entries(shape.properties ?? {})) {
    if (field.type !== 'array') columns.set(name, kindOf(field))
    else
      for (const [inner, of] of Object.entries(field.items?.properties ?? {}))
        columns.set(`${name}.*.${inner}`, kindOf(of))
  }
  return columns
}

/** A cell that is not what its column holds stays text: the server says then what is wrong with it. */
const valueOf = (cell: string, kind: Kind): unknown => {
  if (kind === 'number' && Number.isFinite(Number(cell))) return Number(cell)
  if (kind === 'words') return cell.split(/\s+/)
  if (kind === 'boolean' && /^(true|false)$/i.test(cell)) return cell.toLowerCase() === 'true'
  return cell
}

/**
 * Makes lines of rows. An empty cell is a field that is left out, a list's line of empty cells alone is none.
 * @param passed columns that are no fields, and are passed over
 * @throws Stopped when the header names a column that the stream does not have
 */
export function lineFrom(stream: RecordType, header: readonly string[], passed: readonly string[]) {
  const columns = columnsOf(stream)
  const places = header.map((name) => {
    if (passed.includes(name)) return
    const kind = columns.get(name.replace(/\.\d+\./, '.*.'))
    if (!kind) throw new Stopped(`${stream} has no field ${name}. Fields: ${[...columns.keys()].join(', ')}.`)
    const [field, at, inner] = name.split('.') as [string, string | undefined, string | undefined]
    return { field, at: Number(at), inner, kind }
  })
  return (cells: readonly string[]): Record<string, unknown> => {
    const line: Record<string, unknown> = {}
    const lists: Record<string, Record<string, unknown>[]> = {}
    for (const [index, place] of places.entries()) {
      const cell = cells[index]?.trim()
      if (!place || !cell) continue
      const value = valueOf(cell, place.kind)
      if (place.inner) ((lists[place.field] ??= [])[place.at] ??= {})[place.inner] = value
      else line[place.field] = value
    }
    for (const [field, list] of Object.entries(lists)) line[field] = list.filter(Boolean)
    return line
  }
}
