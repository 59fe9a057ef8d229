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

/** Letters that are handed on at once: a write for each line would cost more than the line. */
const AT_ONCE = 64 * 1024

/** Rows as lines of CSV. */
export class CsvLines implements Writer {
  readonly #columns: readonly { isNumber?: boolean }[]
  #text: string

  /** @param columns a number is never a formula */
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
