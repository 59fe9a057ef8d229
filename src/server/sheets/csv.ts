import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { SEPARATOR_NAMES, SEPARATORS, type Encoding, type Separator } from '#contract/table-files.ts'
import { textKind } from './kinds.ts'
import {
  CELL_MOST,
  COLUMNS_MOST,
  LINES_MOST,
  noLines,
  reasons,
  Unreadable,
  type Line,
  type LineCounts,
  type Reading,
  type Table,
} from './limits.ts'

/** Beginning of the text from which the separator is detected. */
const BEGINNING = { characters: 64 * 1024, records: 200 }
const PIECE = 64 * 1024
/** Line ends, possibly mixed: people paste files of two systems together, and scripts add lines. */
const ENDS = ['\r\n', '\n', '\r']
/** Cell that a spreadsheet would run, as escaped in our own files (`csv-lines.ts`). */
const GUARDED = /^'[=+\-@＝＋－＠\t\r]/
/** Text protected from changes by Excel: ="0803". */
const AS_TEXT = /^="([^"]*)"$/
/** Escaped line ends of workbooks, which some programs leave in. */
const ESCAPED_END = /_x000[DA]_/gi
const UNSEPARATED = '\u001f'

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13]

/** Counts the line ends without a list, because a file can have millions. */
function countEnds(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED)) count++
  }
  return count
}

/** Reads a text file of any program; undefined: not text. @throws Unreadable */
export async function readCsv(file: Buffer, reading: Reading): Promise<Table | undefined> {
  const encoding = reading.encoding ?? encodingOf(file)
  if (!encoding) return
  const text = new TextDecoder(encoding).decode(file)
  const kind = textKind(text)
  if (kind) throw new Unreadable(reasons.other(kind))
  const declared = /^sep=(.)(?:\r\n|\n|\r)/i.exec(text)
  const body = declared ? text.slice(declared[0].length) : text
  const separator =
    reading.separator ?? SEPARATOR_NAMES.find((name) => SEPARATORS[name] === declared?.[1]) ?? (await separatorOf(body))
  const counts = noLines()
  const lines = linesOf(body, separator, declared ? 1 : 0, counts)
  return { sheets: [], sheet: null, separator, encoding, isFrom1904: false, lines, counts }
}

/** Detects the encoding: by its mark, else UTF-8 if valid, else the most likely one. Undefined: not text. */
function encodingOf(file: Buffer): Encoding | undefined {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be'
  if (file.includes(0)) return utf16Of(file.subarray(0, BEGINNING.characters))
  if (isUtf8(file)) return 'utf-8'
  // Position of the first letter that shows the encoding.
  const first = file.findIndex((byte) => byte > 0x7f)
  return mostLikely(file.subarray(Math.max(0, first - 100), first + BEGINNING.characters))
}

/** Detects UTF-16, in which Latin letters have a zero in every other byte. A few bytes are not enough. */
function utf16Of(beginning: Buffer): Encoding | undefined {
  if (beginning.length < 32) return
  const zeros = [0, 0]
  for (const [at, byte] of beginning.entries()) if (byte === 0) zeros[at % 2]!++
  const [most, least] = [beginning.length * 0.3, beginning.length * 0.05]
  if (zeros[1]! > most && zeros[0]! < least) return 'utf-16le'
  return zeros[0]! > most && zeros[1]! < least ? 'utf-16be' : undefined
}

/**
 * Signs of a wrong encoding: characters rare in lists, a capital after a small letter, and characters that no encoding
 * has.
 */
const ODD = /[„‚†‡ˆ‰Š‹ŒŽ•˜™š›œžŸƒ¬¤¦¨ª¯±³µ¶¸¹º¼½¾÷∞≤≥∂∑∏π∫Ω√≈∆◊ﬁﬂı˘˙˚˝˛ˇ]|\p{Ll}(?=\p{Lu})|[\ufffd\u0080-\u009f]/gu

/** Returns the encoding with the fewest odd characters; at a tie, the first of the list. */
function mostLikely(some: Buffer): Encoding {
  // A file with a few broken bytes is still UTF-8; cells with them are rejected.
  const likely: readonly Encoding[] = ['utf-8', 'windows-1252', 'macintosh']
  const odd = likely.map((encoding) => (new TextDecoder(encoding).decode(some).match(ODD) ?? []).length)
  return likely[odd.indexOf(Math.min(...odd))]!
}

/**
 * Returns the separator that splits most lines, with the heading, into the same number of cells; at a tie, the one with
 * the most cells.
 */
async function separatorOf(text: string): Promise<Separator> {
  const beginning = text.slice(0, BEGINNING.characters)
  let best: { separator: Separator; share: number; cells: number } = { separator: 'comma', share: 0, cells: 0 }
  for (const separator of SEPARATOR_NAMES) {
    const widths: number[] = []
    try {
      for await (const cells of recordsOf(beginning, separator)) {
        if (cells.some((cell) => cell.trim())) widths.push(cells.length)
        if (widths.length >= BEGINNING.records) break
      }
    } catch {
      // The beginning ends inside a quoted cell.
    }
    const times = Map.groupBy(widths, (cells) => cells)
    for (const [cells, { length }] of times) {
      const share = length / widths.length
      const isBetter = share > best.share || (share === best.share && cells > best.cells)
      if (cells > 1 && isBetter) best = { separator, share, cells }
    }
  }
  return best.separator
}

async function* recordsOf(text: string, separator: Separator): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter: SEPARATORS[separator] || UNSEPARATED,
    record_delimiter: ENDS,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: COLUMNS_MOST * CELL_MOST,
  })
  parts(text)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  try {
    yield* parser as AsyncIterable<string[]>
  } finally {
    parser.destroy()
  }
}

/** @param before lines of the file before the text */
async function* linesOf(text: string, separator: Separator, before: number, counts: LineCounts): AsyncGenerator<Line> {
  counts.all = before + countEnds(text) + (/[^\r\n]$/.test(text) ? 1 : 0)
  let [n, count, width] = [before, 0, 0]
  try {
    for await (const cells of recordsOf(text, separator)) {
      n++
      const within = cells.reduce((sum, cell) => sum + countEnds(cell), 0)
      counts.withinCells += within
      if (!cells.some((cell) => cell.trim())) {
        counts.empty++
        continue
      }
      // An unclosed quotation mark takes the next lines into its cell.
      if (within && width > 1 && cells.length !== width) throw new Unreadable(reasons.quotes(n))
      width = Math.max(width, cells.length)
      if (cells.length > COLUMNS_MOST) {
        if (cells.slice(COLUMNS_MOST).some((cell) => cell.trim())) throw new Unreadable(reasons.columns(n))
        cells.length = COLUMNS_MOST
      }
      if (cells.some((cell) => cell.length > CELL_MOST)) throw new Unreadable(reasons.cell(n))
      // Without the heading.
      if (++count > LINES_MOST + 1) throw new Unreadable(reasons.lines)
      yield { n, cells: cells.map(plain) }
    }
  } catch (error) {
    const { code, records = 0 } = error as { code?: string; records?: number }
    const line = before + records + 1
    if (code === 'CSV_MAX_RECORD_SIZE') throw new Unreadable(reasons.cell(line))
    throw code?.startsWith('CSV_') ? new Unreadable(reasons.quotes(line)) : error
  }
  if (n + counts.withinCells !== counts.all) throw new Unreadable(reasons.lost)
}

/** Removes the protection of a cell against changes by a spreadsheet. */
const plain = (cell: string): string => {
  const bare = GUARDED.test(cell) ? cell.slice(1) : (AS_TEXT.exec(cell)?.[1] ?? cell)
  return bare.includes('_x0') ? bare.replace(ESCAPED_END, '\n') : bare
}

/** Splits the text into pieces, with pauses in between for other requests. */
const parts = (text: string) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE)
    })(),
  )
