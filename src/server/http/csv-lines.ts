import type { Writer } from '#server/db/batches.ts'

export type Value = string | number | boolean | null | undefined

/** Spreadsheets also run the full-width characters. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/
const AMOUNT = /^-\d+\.\d\d$/
/** An international phone number cannot run as a formula. */
const PHONE = /^\+(?:[0-9]{1,3} )?[0-9]{5,15}$/
const NEEDS_QUOTES = /[",\r\n]/
/** Matches a formula inside a cell, for spreadsheets that split at semicolons. */
const FORMULA_BEHIND = /;(?=["\s]{0,9}[=+\-@＝＋－＠])/g
/** Tests both at a time, because most cells need neither. */
const IS_SPECIAL = /^[=+\-@＝＋－＠\t\r]|[",;\r\n]/

/**
 * Turns a cell that a spreadsheet would run as a formula into text. Numbers, amounts and phone numbers stay as they
 * are.
 */
export function written(value: Value): string {
  if (typeof value !== 'string') return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : `${value ?? ''}`
  if (!IS_SPECIAL.test(value)) return value
  const first = FORMULA.test(value) && !AMOUNT.test(value) && !PHONE.test(value) ? `'${value}` : value
  const text = first.replace(FORMULA_BEHIND, ";'")
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Characters of one write, because a write for each line would cost more than the line. */
const AT_ONCE = 64 * 1024

/** Writes rows as lines of CSV. */
export class CsvLines implements Writer {
  readonly #columns: readonly { isNumber?: boolean }[]
  #text: string

  /** @param columns cells of number columns are never formulas */
  constructor(columns: readonly { isNumber?: boolean }[], heading: string) {
    this.#columns = columns
    this.#text = heading
  }

  add(cells: readonly Value[]) {
    this.#text += `${cells.map((cell, at) => (this.#columns[at]!.isNumber ? cell : written(cell))).join(',')}\r\n`
  }

  next(isAll: boolean): Buffer | undefined {
    if (!this.#text || (this.#text.length < AT_ONCE && !isAll)) return
    const next = Buffer.from(this.#text)
    this.#text = ''
    return next
  }
}
