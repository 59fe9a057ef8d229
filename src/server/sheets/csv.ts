import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { CELL_MOST, COLUMNS_MOST, LINES_MOST, reasons, Unreadable, type Line, type Table } from './limits.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** How much of a file says what stands between its cells. */
const SEEN = 64 * 1024
const PIECE = 64 * 1024
/** A cell that a spreadsheet would run, as our own files have it (`csv-lines.ts`). */
const GUARDED = /^'[=+\-@＝＋－＠\t\r]/

/** A CSV file as people's programs write them: its encoding and what stands between its cells are found out. @throws Unreadable */
export function readCsv(file: Buffer): Table {
  const text = decoded(file)
  return { sheets: [], sheet: null, lines: linesOf(text, delimiterOf(text.slice(0, SEEN))) }
}

/** UTF-8 or UTF-16 by its mark, else UTF-8 where it is that, else what Excel on Windows writes. */
function decoded(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file)
  // No text has it.
  if (file.includes(0)) throw new Unreadable(reasons.kind)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

/** What stands most often in the lines, outside of quotes. */
function delimiterOf(text: string): string {
  const said = /^sep=(.)\r?\n/i.exec(text)
  if (said) return said[1]!
  const bare = text.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((sign) => bare.split(sign).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

async function* linesOf(text: string, delimiter: string): AsyncGenerator<Line> {
  const body = text.replace(/^sep=.\r?\n/i, '')
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: COLUMNS_MOST * CELL_MOST,
  })
  pieces(body)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  let n = body === text ? 0 : 1
  let count = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      n++
      if (!cells.some((cell) => cell.trim())) continue
      if (cells.length > COLUMNS_MOST) {
        if (cells.slice(COLUMNS_MOST).some((cell) => cell.trim())) throw new Unreadable(reasons.columns(n))
        cells.length = COLUMNS_MOST
      }
      for (const [at, cell] of cells.entries()) if (GUARDED.test(cell)) cells[at] = cell.slice(1)
      if (cells.some((cell) => cell.length > CELL_MOST)) throw new Unreadable(reasons.cell(n))
      // The heading does not count.
      if (++count > LINES_MOST + 1) throw new Unreadable(reasons.lines)
      yield { n, cells }
    }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'CSV_MAX_RECORD_SIZE') throw new Unreadable(reasons.cell(n + 1))
    throw code?.startsWith('CSV_') ? new Unreadable(reasons.quotes) : error
  } finally {
    parser.destroy()
  }
}

/** The parser takes its time between pieces, and so may others. */
const pieces = (text: string) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE)
    })(),
  )
