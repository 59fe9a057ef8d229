import { errors } from '#contract/errors.ts'
import type { Encoding, Separator } from '#contract/table-files.ts'

/** Limits of an uploaded table, and the error messages. */

export const FILE_MB = 20
export const FILE_BYTES = FILE_MB * 1024 * 1024
export const LINES_MOST = 50_000
export const COLUMNS_MOST = 100
/** UTF-16 units of a cell, as in spreadsheets. */
export const CELL_MOST = 32_767
/** All parts of an unpacked workbook together. */
export const UNPACKED_BYTES = 256 * 1024 * 1024
/** Largest ratio of unpacked to packed size of a part, above RATIO_FREE_BYTES. */
export const RATIO_MOST = 100
export const RATIO_FREE_BYTES = 8 * 1024 * 1024
/** Tags and texts of a workbook, empty ones too: reading a million takes about a second. */
export const MARKS_MOST = 6_000_000
/** Texts that a workbook stores apart from its cells, empty ones too. */
export const TEXTS_COUNT_MOST = 1_000_000
/** Bytes of the texts that a workbook stores apart from its cells; they are in memory while it is read. */
export const TEXTS_MOST = 32 * 1024 * 1024

/** Reason why a file cannot be read, for the person who chose it. */
export class Unreadable extends Error {}

export const reasons = {
  empty: 'The file is empty',
  kind: 'Choose a CSV or Excel (.xlsx) file',
  old: 'This is an old Excel file (.xls). Open it in Excel and save it as .xlsx or CSV.',
  password: 'The file has a password. Save it without a password and try again.',
  other: (kind: string) => `This is ${kind}. Save the table as .xlsx or CSV and choose that file.`,
  broken: 'The Excel file is damaged. Open it in Excel, save it again and retry.',
  unpacked: 'The Excel file is too large when unpacked. Save only the rows you need, or use CSV.',
  noSheet: errors.notFound('sheet'),
  quotes: (line: number) =>
    `Line ${line} has an opening quotation mark without a closing one. Check the quotation marks, or save the file as .xlsx.`,
  lost: 'Some lines of the file cannot be read. Save it as .xlsx and choose that file.',
  lines: `The file has more than ${LINES_MOST.toLocaleString('en')} lines. Split it into several files.`,
  columns: (line: number) => `Line ${line} has more than ${COLUMNS_MOST} columns`,
  cell: (line: number) => `Line ${line} has a cell with more than ${CELL_MOST.toLocaleString('en')} characters`,
} as const

/** Line of a table. `n` is its number in a spreadsheet, from 1. */
export type Line = { n: number; cells: string[] }

/** Choices for reading a file, instead of detection. */
export type Reading = {
  /** Sheet of a workbook; default: the first. */
  sheet?: string | undefined
  separator?: Separator | undefined
  encoding?: Encoding | undefined
  /** True to read hidden and filtered rows too. */
  withHidden?: boolean | undefined
}

/** Table of a file: how it is read, its sheets, and its lines that are not empty. */
export type Table = {
  sheets: string[]
  sheet: string | null
  /** Separator of a text file; null for a workbook. */
  separator: Separator | null
  encoding: Encoding | null
  /** True if day numbers count from 1904, as in workbooks of old Macs, instead of 1900. */
  isFrom1904: boolean
  lines: AsyncIterable<Line>
  /** Final once `lines` has ended. */
  counts: LineCounts
}

/** Numbers of lines of a file: all, and those not in `Table.lines`. */
export type LineCounts = {
  /** Lines of a text file, or rows of a workbook. */
  all: number
  empty: number
  hidden: number
  /** Lines of a text file inside a quoted cell. */
  withinCells: number
}
export const noLines = (): LineCounts => ({ all: 0, empty: 0, hidden: 0, withinCells: 0 })
