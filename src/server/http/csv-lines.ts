import { valuesOf } from '#server/db/copy.ts'
import type { Writer } from '#server/db/batches.ts'

export type Value = string | number | boolean | null | undefined

/** Full-width ones are signs to a spreadsheet too. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/
const AMOUNT = /^-\d+\.\d\d$/
/** A phone number of another country: nothing in it can be run. */
const PHONE = /^\+(?:[0-9]{1,3} )?[0-9]{5,15}$/
const NEEDS_QUOTES = /[",\r\n]/
/** What a spreadsheet that splits at semicolons would run, within a cell. */
const FORMULA_BEHIND = /;(?=["\s]{0,9}[=+\-@＝＋－＠])/g
/** Most cells are neither: one look at each is enough. */
const IS_SPECIAL = /^[=+\-@＝＋－＠\t\r]|[",;\r\n]/

/** A cell that a spreadsheet would run as a formula is made text. Numbers stay numbers, amounts with their decimals and phones too. */
export function written(value: Value): string {
  if (typeof value !== 'string') return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : `${value ?? ''}`
  if (!IS_SPECIAL.test(value)) return value
  const first = FORMULA.test(value) && !AMOUNT.test(value) && !PHONE.test(value) ? `'${value}` : value
  const text = first.replace(FORMULA_BEHIND, ";'")
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Bytes that are handed on at once: a write for each line would cost more than the line. */
const AT_ONCE = 64 * 1024

const byteOf = (character: string) => Buffer.from(character)[0]!
const [TAB, LINE_FEED, CARRIAGE_RETURN, COMMA] = [byteOf('\t'), byteOf('\n'), byteOf('\r'), byteOf(',')]
/** What a cell is quoted for, and what COPY itself writes otherwise. */
const NEEDS_CARE = byteSet(',;"\\')
/** What a formula begins with, or, of the full-width signs, may: they share their first byte with others. */
const FORMULA_STARTS = byteSet('=+-@＝')

function byteSet(text: string): Uint8Array {
  const set = new Uint8Array(256)
  for (const character of text) set[byteOf(character)] = 1
  return set
}

/** Of a column: a number is never a formula; `made` makes a cell of what the database wrote. */
type Cell = { isNumber?: boolean; made?: (text: string) => string }

/**
 * Lines of COPY's text as CSV. Of nearly all of them only the tabs change, and a look at each byte shows whether a line is
 * one of the others: these are written as every cell is.
 */
export class CsvLines implements Writer {
  #bytes: Buffer
  #size: number
  #isNumber: readonly boolean[]
  #made: readonly Cell['made'][]
  #isMade: boolean

  constructor(heading: string, cells: readonly Cell[]) {
    this.#bytes = Buffer.from(heading)
    this.#size = this.#bytes.length
    this.#isNumber = cells.map(({ isNumber }) => isNumber ?? false)
    this.#made = cells.map(({ made }) => made)
    this.#isMade = this.#made.some(Boolean)
  }

  add(line: Buffer): number {
    if (this.#isMade) return this.#addWithCare(line)
    this.#makeRoom(line.length + 2)
    const [to, width, end] = [this.#bytes, this.#isNumber.length, line.length - 1]
    let at = this.#size
    let column = 0
    let isFirst = true
    let from = 0
    for (; from < end; from++) {
      const byte = line[from]!
      if (byte === TAB) {
        if (++column === width) break
        to[at++] = COMMA
        isFirst = true
        continue
      }
      if (NEEDS_CARE[byte] || (isFirst && FORMULA_STARTS[byte] && !this.#isNumber[column]))
        return this.#addWithCare(line)
      isFirst = false
      to[at++] = byte
    }
    to[at++] = CARRIAGE_RETURN
    to[at++] = LINE_FEED
    this.#size = at
    return from + 1
  }

  #addWithCare(line: Buffer): number {
    let end = -1
    for (const _ of this.#isNumber) end = line.indexOf(TAB, end + 1)
    const cells = valuesOf(line.toString('utf8', 0, end)).map((cell, column) =>
      this.#isNumber[column] ? cell : written(this.#made[column]?.(cell) ?? cell),
    )
    const text = `${cells.join(',')}\r\n`
    this.#makeRoom(Buffer.byteLength(text))
    this.#size += this.#bytes.write(text, this.#size)
    return end + 1
  }

  #makeRoom(bytes: number) {
    if (this.#size + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * AT_ONCE, 2 * (this.#size + bytes)))
    this.#bytes.copy(larger, 0, 0, this.#size)
    this.#bytes = larger
  }

  next(isAll: boolean): Buffer | undefined {
    if (this.#size === 0 || (this.#size < AT_ONCE && !isAll)) return
    const next = this.#bytes.subarray(0, this.#size)
    this.#bytes = Buffer.allocUnsafe(2 * AT_ONCE)
    this.#size = 0
    return next
  }
}
