import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import type { RecordType } from '../src/features/operations/feed/rules.ts'
import { lineFrom } from './import-csv.ts'
import { Stopped } from './import-stopped.ts'

/** A line of a file: as it is reported, or why it cannot be, and as it is written down when it is refused. */
export type Item = { text: string; bad?: string; refused: (reason: string) => string }

/** How a kind of file is read. `onRead` hears of each piece of the file, in bytes. */
export type Format = {
  ending: string
  items: (file: string, stream: RecordType, onRead: (bytes: number) => void) => AsyncIterable<Item>
}

const opened = (file: string, onRead: (bytes: number) => void) =>
  createReadStream(file).on('data', (chunk) => onRead(chunk.length))

const asObject = (text: string): object => {
  try {
    const line: unknown = JSON.parse(text)
    if (line && typeof line === 'object' && !Array.isArray(line)) return line
  } catch {
    // Kept as it is, below.
  }
  return { line: text }
}

const ndjson: Format = {
  ending: '.ndjson',
  async *items(file, _stream, onRead) {
    let isFirst = true
    for await (const read of createInterface({ input: opened(file, onRead), crlfDelay: Infinity })) {
      const text = isFirst ? read.replace(/^\uFEFF/, '') : read
      isFirst = false
      if (text.trim() === '') continue
      yield { text, refused: (reason) => `${JSON.stringify({ ...asObject(text), refused: reason })}\n` }
    }
  },
}

/** The column that a file of refused lines has more. */
const REFUSED = 'refused'

const csv: Format = {
  ending: '.csv',
  async *items(file, stream, onRead) {
    const parser = parse({ bom: true, skip_empty_lines: true, relax_column_count: true })
    const rows = opened(file, onRead)
      .on('error', (error) => parser.destroy(error))
      .pipe(parser)
    let header: string[] | undefined
    let toLine: ((cells: readonly string[]) => object) | undefined
    let heading = ''
    try {
      for await (const cells of rows as AsyncIterable<string[]>) {
        if (!header || !toLine) {
          header = cells.map((name) => name.trim())
          if (header.length === 1 && header[0]!.includes(';'))
            throw new Stopped(
              `The columns of ${path.basename(file)} are separated by semicolons. Save the file with commas.`,
            )
          toLine = lineFrom(stream, header, [REFUSED])
          heading = stringify([[...header.filter((name) => name !== REFUSED), REFUSED]])
          continue
        }
        const names = header
        const stored = names.flatMap((name, at) => (name === REFUSED ? [] : [cells[at] ?? '']))
        const refused = (reason: string) => {
          const written = heading + stringify([[...stored, reason]])
          heading = ''
          return written
        }
        const bad = cells.length === names.length ? undefined : `has ${cells.length} cells, not ${names.length}`
        yield { text: JSON.stringify(toLine(cells)), bad, refused }
      }
    } catch (error) {
      if (!(error as { code?: string }).code?.startsWith('CSV_')) throw error
      throw new Stopped(`${file} cannot be read as CSV: ${(error as Error).message}`)
    }
  },
}

export const formatOf = (file: string): Format | undefined => [ndjson, csv].find(({ ending }) => file.endsWith(ending))
