import { readCsv } from './csv.ts'
import { reasons, Unreadable, type Table } from './limits.ts'
import { readWorkbook } from './xlsx.ts'

/** How a ZIP archive begins, as a workbook does; and an Excel file of before, or one with a password. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const OLD = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/** A table of a CSV file or of a workbook's sheet: which of them it is says its content, not its name. @throws Unreadable */
export async function readTable(file: Buffer, sheet?: string): Promise<Table> {
  if (!file.length) throw new Unreadable(reasons.empty)
  if (file.subarray(0, OLD.length).equals(OLD)) throw new Unreadable(reasons.old)
  return file.subarray(0, ZIP.length).equals(ZIP) ? readWorkbook(file, sheet) : readCsv(file)
}
