import type { Encoding, Separator } from '#contract/table-files.ts'

/** What a table that somebody uploads may hold, and in which words it is refused. */

export const FILE_MB = 20
export const FILE_BYTES = FILE_MB * 1024 * 1024
export const LINES_MOST = 50_000
export const COLUMNS_MOST = 100
/** UTF-16 units of a cell, as spreadsheets have it. */
export const CELL_MOST = 32_767
/** Of a workbook once it is unpacked, all its parts together. */
export const UNPACKED_BYTES = 256 * 1024 * 1024
/** To how many times its packed size a part of a workbook is unpacked, once that is more than a little. */
export const RATIO_MOST = 100
export const RATIO_FREE_BYTES = 8 * 1024 * 1024
/** Marks and texts of a workbook that are read, empty ones too: each takes its time, a million about a second. */
export const MARKS_MOST = 6_000_000
/** Texts that a workbook keeps apart from its cells, empty ones too. */
export const TEXTS_COUNT_MOST = 1_000_000
/** Of the texts that a workbook keeps apart from its cells: they are held while it is read. */
export const TEXTS_MOST = 32 * 1024 * 1024

/** Why a file cannot be read, in words for whoever chose it. */
export class Unreadable extends Error {}

export const reasons = {
  empty: 'The file is empty',
  kind: 'Choose a CSV or Excel (.xlsx) file',
  old: 'This is an old Excel file (.xls). Open it in Excel and save it as .xlsx or CSV',
  password: 'The file has a password. Save it without a password, and try again',
  other: (kind: string) => `This is ${kind}. Save the table as .xlsx or CSV, and choose that file`,
  broken: 'The Excel file is damaged. Open it in Excel, save it again, and try once more',
  unpacked: 'The Excel file is too large when it is unpacked. Save only the rows you need, or use CSV',
  noSheet: 'The file has no such sheet',
  quotes: (line: number) =>
    `Line ${line} has a quotation mark without an end. Check the quotation marks, or save the file as .xlsx`,
  lost: 'Some lines of the file cannot be read. Save it as .xlsx, and choose that file',
  lines: `The file has more than ${LINES_MOST.toLocaleString('en')} lines. Split it into several files`,
  columns: (line: number) => `Line ${line} has more than ${COLUMNS_MOST} columns`,
  cell: (line: number) => `Line ${line} has a cell with more than ${CELL_MOST.toLocaleString('en')} characters`,
} as const

/** A line of a table. `n` is its number in a spreadsheet, from 1. */
export type Line = { n: number; cells: string[] }

/** Says how a file is read, in place of what is found out. */
export type Reading = {
  /** Of a workbook; without it, the first. */
  sheet?: string | undefined
  separator?: Separator | undefined
  encoding?: Encoding | undefined
  /** Rows that the spreadsheet hides or filters out are read too. */
  withHidden?: boolean | undefined
}

/** A table as it is read: how, which sheets there are to choose among, and its lines that are not empty. */
export type Table = {
  sheets: string[]
  sheet: string | null
  /** Of a text file; null of a workbook. */
  separator: Separator | null
  encoding: Encoding | null
  /** Numbers of days count from 1904, as in workbooks of old Macs, and not from 1900. */
  isFrom1904: boolean
  lines: AsyncIterable<Line>
  /** Final once `lines` has ended. */
  counts: LineCounts
}

/** Lines of a file that are not in `Table.lines`, and all of them. */
export type LineCounts = {
  /** Of a workbook, its rows. */
  all: number
  empty: number
  hidden: number
  /** Lines of a text file that go on within a cell in quotes. */
  withinCells: number
}
export const noLines = (): LineCounts => ({ all: 0, empty: 0, hidden: 0, withinCells: 0 })
