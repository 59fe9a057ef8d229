import {
  CELL_MOST,
  COLUMNS_MOST,
  LINES_MOST,
  MARKS_MOST,
  noLines,
  reasons,
  TEXTS_COUNT_MOST,
  TEXTS_MOST,
  Unreadable,
  type Line,
  type LineCounts,
  type Reading,
  type Table,
} from './limits.ts'
import { archiveKind } from './kinds.ts'
import { unzip, type Archive } from './unzip.ts'
import { attributesOf, tokensOf } from './xml.ts'
import path from 'node:path/posix'

/** Formats of days and times that spreadsheets know by number. */
const isKnownDate = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)
/** Returns whether a custom format shows days or times, ignoring its quoted texts and colours. */
const showsDate = (format: string) => /[dmyhs]/i.test(format.replace(/"[^"]*"?|\\.|\[[^\]]*\]?/g, ''))
const DAY_MS = 86_400_000
/** Days from 1970 back to the start of counting: the end of 1899, or 1904. */
const [FROM_1900, FROM_1904] = [25_569, 24_107]
/** Last day of 9999. */
const LAST_DAY = 2_958_465

/**
 * Reads a sheet of a workbook, the first by default, in constant memory except for its texts. Days become YYYY-MM-DD,
 * with HH:mm if they have a time; formulas become their results; numbers keep all digits.
 * @throws Unreadable
 */
export async function readWorkbook(file: Buffer, { sheet: named, withHidden = false }: Reading): Promise<Table> {
  const archive = await unzip(file)
  const parts: Parts = { archive, marks: { n: 0 } }
  const [workbook] = (await relationsOf(parts, '')).filter(({ type }) => type === 'officeDocument')
  const book = workbook && archive.unpack(workbook.part) && (await bookOf(parts, workbook.part))
  if (!book) throw new Unreadable(reasons.other(archiveKind(archive.names)))
  const sheets = book.sheets.map(({ name }) => name)
  const sheet = named === undefined ? book.sheets[0] : book.sheets.find(({ name }) => name === named)
  if (!sheet) throw new Unreadable(sheets.length ? reasons.noSheet : reasons.broken)
  const counts = noLines()
  return {
    sheets,
    sheet: sheet.name,
    separator: null,
    encoding: null,
    isFrom1904: book.from === FROM_1904,
    lines: linesOf(parts, { ...book, ...sheet, withHidden, counts }),
    counts,
  }
}

/** Archive of one file, with the number of tags read. */
type Parts = { archive: Archive; marks: { n: number } }

async function* partOf({ archive, marks }: Parts, part: string) {
  const bytes = archive.unpack(part)
  if (!bytes) return
  for await (const token of tokensOf(bytes)) {
    if (++marks.n > MARKS_MOST) throw new Unreadable(reasons.unpacked)
    yield token
  }
}

type Relation = { id: string; type: string; part: string }

/** Returns the related parts of a part, by the last word of their type; without a part, those of the archive. */
async function relationsOf(parts: Parts, of: string): Promise<Relation[]> {
  const found: Relation[] = []
  const folder = path.dirname(`/${of}`)
  for await (const token of partOf(parts, path.join(folder, '_rels', `${path.basename(of)}.rels`).slice(1))) {
    if (!('open' in token) || token.open !== 'Relationship') continue
    const { Id = '', Target = '', Type = '', TargetMode } = attributesOf(token.attributes)
    if (TargetMode === 'External') continue
    const part = path.resolve(folder, Target.replaceAll('\\', '/')).slice(1)
    found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part })
  }
  return found
}

type Book = { sheets: { name: string; part: string }[]; from: number; texts: string; styles: string }

/** Reads the list of sheets, the places of their parts, and the first day. */
async function bookOf(parts: Parts, workbook: string): Promise<Book | undefined> {
  const found: { name: string; id: string }[] = []
  let from = FROM_1900
  let isBook = false
  for await (const token of partOf(parts, workbook)) {
    if (!('open' in token)) continue
    const { open, attributes } = token
    if (open === 'workbook') isBook = true
    if (open === 'workbookPr' && isTrue(attributesOf(attributes).date1904)) from = FROM_1904
    if (open !== 'sheet') continue
    const { name = '', id = '', state } = attributesOf(attributes)
    if (!state || state === 'visible') found.push({ name, id })
  }
  const relations = await relationsOf(parts, workbook)
  const partNamed = (named: string) => relations.find(({ type }) => type === named)?.part ?? ''
  const sheets = found.flatMap(({ name, id }) =>
    relations.filter((one) => one.id === id && one.type === 'worksheet').map(({ part }) => ({ name, part })),
  )
  return isBook ? { sheets, from, texts: partNamed('sharedStrings'), styles: partNamed('styles') } : undefined
}

const isTrue = (written: string | undefined) => written === '1' || written === 'true'

/** Replaces the escapes of workbooks: _x000D_ is a line end. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/\r\n?/g, '\n')
    : text

/** Reads the shared texts, without their pronunciation. */
async function textsOf(parts: Parts, part: string): Promise<string[]> {
  const texts: string[] = []
  let [text, left, isText, isAloud] = ['', TEXTS_MOST, false, false]
  const add = (text: string) => {
    if (texts.push(unescaped(text)) > TEXTS_COUNT_MOST) throw new Unreadable(reasons.unpacked)
  }
  for await (const token of partOf(parts, part)) {
    if ('text' in token) {
      if (!isText || isAloud) continue
      text += token.text
      left -= token.text.length
      if (left < 0) throw new Unreadable(reasons.unpacked)
    } else if ('open' in token) {
      if (token.open === 'si') text = ''
      isText = token.open === 't' && !token.isEmpty
      if (token.open === 'rPh') isAloud = !token.isEmpty
      if (token.open === 'si' && token.isEmpty) add('')
    } else {
      isText = false
      if (token.close === 'rPh') isAloud = false
      if (token.close === 'si') add(text)
    }
  }
  return texts
}

/** Returns for each style whether it shows days or times. */
async function dateStylesOf(parts: Parts, part: string): Promise<boolean[]> {
  const own = new Map<number, boolean>()
  const styles: boolean[] = []
  let isCells = false
  for await (const token of partOf(parts, part)) {
    if ('close' in token && token.close === 'cellXfs') isCells = false
    if (!('open' in token)) continue
    const { open, attributes } = token
    if (open === 'cellXfs') isCells = true
    if (open === 'numFmt') {
      const { numFmtId = '', formatCode = '' } = attributesOf(attributes)
      own.set(Number(numFmtId), showsDate(formatCode))
    }
    if (open !== 'xf' || !isCells) continue
    const id = Number(attributesOf(attributes).numFmtId ?? 0)
    styles.push(own.get(id) ?? isKnownDate(id))
  }
  return styles
}

type Cell = { column: number; type: string; isDate: boolean; text: string }

type Sheet = Book & { part: string; withHidden: boolean; counts: LineCounts }

async function* linesOf(parts: Parts, sheet: Sheet): AsyncGenerator<Line> {
  const { from, counts } = sheet
  const texts = await textsOf(parts, sheet.texts)
  const dateStyles = await dateStylesOf(parts, sheet.styles)
  const valueOf = ({ type, isDate, text }: Cell): string => {
    if (type === 's') return texts[Number(text)] ?? ''
    if (type === 'b') return text === '1' ? 'Yes' : 'No'
    if (type === 'd') return text
    if (type === 'str' || type === 'inlineStr') return unescaped(text)
    if (type || text.trim() === '') return text
    const number = Number(text)
    if (!Number.isFinite(number)) return text
    return isDate && number >= 0 && number <= LAST_DAY ? inDays(number, from) : inDigits(number)
  }
  let [n, count, isValue, isHidden] = [0, 0, false, false]
  let cells: string[] = []
  let cell: Cell | undefined
  const end = (done: Cell) => {
    const value = valueOf(done)
    if (value === '') return
    if (done.column >= COLUMNS_MOST) throw new Unreadable(reasons.columns(n))
    if (value.length > CELL_MOST) throw new Unreadable(reasons.cell(n))
    while (cells.length < done.column) cells.push('')
    cells[done.column] = value
  }
  let column = -1
  for await (const token of partOf(parts, sheet.part)) {
    if ('text' in token) {
      if (!cell || !isValue) continue
      cell.text += token.text
      if (cell.text.length > CELL_MOST) throw new Unreadable(reasons.cell(n))
    } else if ('open' in token) {
      const { open, attributes, isEmpty } = token
      if (open === 'row') {
        const { r, hidden, ht } = attributesOf(attributes)
        n = numberOf(r, n + 1)
        // Some programs hide a row by a height of 0.
        isHidden = isTrue(hidden) || (ht !== undefined && Number(ht) === 0)
        cells = []
        column = -1
      } else if (open === 'c') {
        const { r = '', t = '', s = '' } = attributesOf(attributes)
        column = columnOf(r) ?? column + 1
        if (!isEmpty) cell = { column, type: t === 'n' ? '' : t, isDate: dateStyles[Number(s)] ?? false, text: '' }
      }
      // Cell value, or pieces of an inline text; not the formula.
      else isValue = (open === 'v' || open === 't') && !isEmpty
    } else if (token.close === 'c') {
      if (cell) end(cell)
      cell = undefined
    } else if (token.close === 'row') {
      counts.all++
      if (!cells.some((text) => text.trim())) {
        counts.empty++
        continue
      }
      if (isHidden) counts.hidden++
      if (isHidden && !sheet.withHidden) continue
      // Without the heading.
      if (++count > LINES_MOST + 1) throw new Unreadable(reasons.lines)
      yield { n, cells }
    } else {
      isValue = false
      if (token.close === 'sheetData') return
    }
  }
}

const numberOf = (written: string | undefined, otherwise: number) =>
  written === undefined ? otherwise : Number(written)

/** Returns 0 for A, 26 for AA. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase()
  if (!letters) return
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function inDays(serial: number, from: number): string {
  // Rounded to minutes, because a time as a fraction of a day is never exact.
  const at = new Date(Math.round(((serial - from) * DAY_MS) / 60_000) * 60_000).toISOString()
  if (serial < 1) return at.slice(11, 16)
  return at.endsWith('T00:00:00.000Z') ? at.slice(0, 10) : at.slice(0, 16).replace('T', ' ')
}

/** Writes a number without an exponent and without binary rounding errors. */
function inDigits(number: number): string {
  if (Number.isInteger(number) && Math.abs(number) < 1e21) return BigInt(number).toString()
  return String(Number(number.toPrecision(15)))
}
