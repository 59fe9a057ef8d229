import { readCsv } from './csv.ts'
import { bytesKind } from './kinds.ts'
import { reasons, Unreadable, type Reading, type Table } from './limits.ts'
import { readWorkbook } from './xlsx.ts'

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
/** First bytes of an Excel file before 2007, or of a newer file with a password. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
const begins = (file: Buffer, mark: Buffer) => file.subarray(0, mark.length).equals(mark)

/** Reads a table of a text file or of a workbook's sheet; the content decides, not the name. @throws Unreadable */
export async function readTable(file: Buffer, reading: Reading = {}): Promise<Table> {
  if (!file.length) throw new Unreadable(reasons.empty)
  if (begins(file, COMPOUND)) throw new Unreadable(compoundReason(file))
  if (begins(file, ZIP)) return readWorkbook(file, reading)
  const table = await readCsv(file, reading)
  if (table) return table
  const kind = await bytesKind(file)
  throw new Unreadable(kind ? reasons.other(kind) : reasons.kind)
}

function compoundReason(file: Buffer): string {
  const has = (stream: string) => file.includes(Buffer.from(stream, 'utf16le'))
  if (has('EncryptedPackage')) return reasons.password
  return has('WordDocument') ? reasons.other('an old Word document (.doc)') : reasons.old
}
