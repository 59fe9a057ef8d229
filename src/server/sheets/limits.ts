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
  old: 'This is an old Excel file (.xls), or one with a password. Save it as .xlsx or CSV without a password',
  broken: 'The Excel file is damaged. Open it in Excel, save it again, and try once more',
  unpacked: 'The Excel file is too large when it is unpacked. Save only the rows you need, or use CSV',
  noSheet: 'The file has no such sheet',
  quotes: 'A quoted cell does not end. Check the quotation marks, or save the file as .xlsx',
  lines: `The file has more than ${LINES_MOST.toLocaleString('en')} lines. Split it into several files`,
  columns: (line: number) => `Line ${line} has more than ${COLUMNS_MOST} columns`,
  cell: (line: number) => `Line ${line} has a cell with more than ${CELL_MOST.toLocaleString('en')} characters`,
} as const

/** A line of a table. `n` is its number in a spreadsheet, from 1. */
export type Line = { n: number; cells: string[] }

/** A table as it is read: which sheets there are to choose among, and its lines that are not empty. */
export type Table = { sheets: string[]; sheet: string | null; lines: AsyncIterable<Line> }
