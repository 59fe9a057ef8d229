import type { Readable } from 'node:stream'
import type { Writer } from '../db/batches.ts'
import { zipped, type ZipEntry } from '../zip.ts'
import type { Value } from './csv-lines.ts'

/** Rows of a sheet, with its heading. A longer list continues on the next sheet. */
const MOST_ROWS = 1_048_576
/** UTF-16 units of a cell. */
const MOST_TEXT = 32_767
const MOST_NAME = 31
const AT_ONCE = 64 * 1024
/** Separates the rows of two sheets. XML has no such character. */
const NEXT_SHEET = '\0'

/** Positions in the list of styles. */
const [HEADING, DAY, INSTANT, AMOUNT] = [1, 2, 3, 4]
const STYLES = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/>${[164, 165, 4].map((format) => `<xf numFmtId="${format}" applyNumberFormat="1"/>`).join('')}</cellXfs>
</styleSheet>`

/** Days, times and amounts as files write them. Sorting and sums need values instead of text. */
const WRITTEN_DAY = /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d):(\d\d))?$/
const WRITTEN_AMOUNT = /^-?(0|[1-9]\d{0,12})\.\d\d$/
const WRITTEN_NUMBER = /^-?\d+(\.\d+)?$/
/** A spreadsheet rounds numbers with more digits. */
const MOST_DIGITS = 15
/** Characters that XML does not allow, or that are read as an escape of one. */
const NOT_WRITABLE = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu
const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escaped = (text: string) =>
  text
    .slice(0, MOST_TEXT)
    .toWellFormed()
    .replace(NOT_WRITABLE, (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`)
    .replace(/[&<>]/g, (sign) => MARKUP[sign]!)

const textCell = (text: string, style = '') =>
  `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
const numberCell = (number: number | string, style?: number) =>
  `<c${style === undefined ? '' : ` s="${style}"`}><v>${number}</v></c>`

/** Returns days since 31 December 1899, as spreadsheets count; undefined: not a day. */
function serialOf(text: string): { days: number; style: number } | undefined {
  const [, day, month, year, hour, minute] = WRITTEN_DAY.exec(text) ?? []
  if (day === undefined || Number(year) < 1901) return
  const at = new Date(`${year}-${month}-${day}T${hour ?? '00'}:${minute ?? '00'}:00Z`)
  if (Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(day)) return
  // All digits are kept, because LibreOffice rounds a fraction of a second down to the previous minute.
  return { days: at.getTime() / 86_400_000 + 25_569, style: hour === undefined ? DAY : INSTANT }
}

const isExact = (number: string) => number.replace(/\D/g, '').length <= MOST_DIGITS

/** Writes a formula as text, because a workbook states the type of each cell. */
function cellOf(value: Value, isNumber = typeof value === 'number'): string {
  if (value === null || value === undefined || value === '') return '<c/>'
  if (typeof value === 'boolean') return textCell(value ? 'Yes' : 'No')
  const text = String(value)
  if (WRITTEN_AMOUNT.test(text) && isExact(text)) return numberCell(text, AMOUNT)
  if (isNumber && WRITTEN_NUMBER.test(text) && isExact(text)) return numberCell(text)
  const found = serialOf(text)
  return found ? numberCell(found.days, found.style) : textCell(text)
}

/** Writes rows as the text of a workbook's sheets. */
export class SheetRows implements Writer {
  readonly #columns: readonly { isNumber?: boolean }[]
  readonly #most: number
  #rows = 0
  #text = ''

  /** @param mostRows the rows of a sheet */
  constructor(columns: readonly { isNumber?: boolean }[], mostRows = MOST_ROWS) {
    this.#columns = columns
    this.#most = mostRows - 1
  }

  add(cells: readonly Value[]) {
    if (this.#rows > 0 && this.#rows % this.#most === 0) this.#text += NEXT_SHEET
    this.#rows++
    this.#text += `<row>${cells.map((cell, at) => cellOf(cell, this.#columns[at]!.isNumber)).join('')}</row>`
  }

  next(isAll: boolean): Buffer | undefined {
    if (!this.#text || (this.#text.length < AT_ONCE && !isAll)) return
    const next = Buffer.from(this.#text)
    this.#text = ''
    return next
  }
}

/**
 * Streams a table as a workbook in constant memory: as many sheets as needed, each with a heading that stays visible.
 * @param name the name of the first sheet
 * @param rows the output of `SheetRows`
 * @param about a line above the heading
 */
export const workbook = (
  name: string,
  titles: readonly string[],
  rows: AsyncIterable<Buffer>,
  at: Date,
  about?: string,
): Readable => zipped(files(name, { titles, about }, rows), at)

type Head = { titles: readonly string[]; about: string | undefined }

function* files(name: string, head: Head, rows: AsyncIterable<Buffer>): Generator<ZipEntry> {
  const sheets: string[] = []
  const reading = { chunks: rows[Symbol.asyncIterator](), rest: undefined as Buffer | undefined, isOver: false }
  try {
    do {
      sheets.push(sheetName(name, sheets.length))
      yield { name: `xl/worksheets/sheet${sheets.length}.xml`, content: sheet(head, reading) }
    } while (!reading.isOver)
  } finally {
    if (!reading.isOver) void reading.chunks.return?.()
  }
  for (const [path, content] of Object.entries(around(sheets))) yield { name: path, content: only(content) }
}

type Reading = { chunks: AsyncIterator<Buffer>; rest: Buffer | undefined; isOver: boolean }

async function* sheet({ titles, about }: Head, reading: Reading): AsyncGenerator<Buffer | string> {
  const widths = titles.map(
    (title, at) => `<col min="${at + 1}" max="${at + 1}" width="${Math.max(14, title.length + 3)}" customWidth="1"/>`,
  )
  const above = about ? 2 : 1
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${above}" topLeftCell="A${above + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  if (about) yield `<row>${textCell(about)}</row>`
  yield `<row>${titles.map((title) => textCell(title, ` s="${HEADING}"`)).join('')}</row>`
  for (;;) {
    const chunk = reading.rest ?? (await next(reading))
    reading.rest = undefined
    if (!chunk) break
    const end = chunk.indexOf(NEXT_SHEET)
    if (end < 0) {
      yield chunk
      continue
    }
    yield chunk.subarray(0, end)
    reading.rest = chunk.subarray(end + 1)
    break
  }
  yield '</sheetData></worksheet>'
}

async function next(reading: Reading): Promise<Buffer | undefined> {
  const { done, value } = await reading.chunks.next()
  reading.isOver = done === true
  return done ? undefined : value
}

async function* only(text: string) {
  yield text
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Removes characters that a sheet's name cannot have, and shortens the name. */
function sheetName(name: string, before: number): string {
  const number = before ? ` ${before + 1}` : ''
  return name.replace(/[[\]:*?/\\]/g, ' ').slice(0, MOST_NAME - number.length) + number
}

/** Returns the other files of a workbook by their paths. */
function around(sheets: readonly string[]): Record<string, string> {
  const each = (write: (n: number, name: string) => string) => sheets.map((name, at) => write(at + 1, name)).join('')
  const styles = sheets.length + 1
  return {
    'xl/styles.xml': XML + STYLES,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((n, name) => `<sheet name="${escaped(name).replaceAll('"', '&quot;')}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${styles}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
  }
}
