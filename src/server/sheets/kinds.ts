import { fileTypeFromBuffer } from 'file-type'

/** File types chosen by mistake, by their names in file-type. */
const NAMED: Record<string, string> = {
  pdf: 'a PDF file',
  docx: 'a Word document',
  odt: 'a text document',
  pptx: 'a presentation',
  odp: 'a presentation',
  ods: 'an OpenDocument spreadsheet (.ods)',
  rtf: 'a text document (RTF)',
  zip: 'a ZIP archive',
  gz: 'a packed file',
  rar: 'a packed file',
  '7z': 'a packed file',
}

/** Files that only some archives have. */
const IN_ARCHIVES: readonly [RegExp, string][] = [
  [/^xl\/workbook\.bin$/, 'a binary Excel file (.xlsb)'],
  [/^index(\/document\.iwa|\.zip)$/, 'a Numbers file'],
  [/^word\//, NAMED.docx!],
  [/^ppt\//, NAMED.pptx!],
  [/^content\.xml$/, NAMED.ods!],
]

const OF_TEXT: readonly [RegExp, string][] = [
  [/^\s*(<!doctype html|<html|<head|<body|<table)/i, 'a web page'],
  [/^\s*<\?xml[^]{0,600}schemas-microsoft-com:office:spreadsheet/i, 'an XML spreadsheet of Excel 2003'],
  [/^\s*<\?xml/i, 'an XML file'],
  [/^\s*[[{]\s*["{[\]}]/, 'a JSON file'],
]

/** Names an archive without a workbook, such as “a Word document”. */
export const archiveKind = (names: readonly string[]): string =>
  IN_ARCHIVES.find(([is]) => names.some((name) => is.test(name)))?.[1] ?? NAMED.zip!

/** Names a text that is not a table; undefined for any other text. */
export const textKind = (text: string): string | undefined => OF_TEXT.find(([is]) => is.test(text))?.[1]

/** Names a binary file; undefined: unknown. */
export async function bytesKind(file: Buffer): Promise<string | undefined> {
  const found = await fileTypeFromBuffer(file)
  if (!found) return
  return NAMED[found.ext] ?? (found.mime.startsWith('image/') ? 'a picture' : `a file of the kind .${found.ext}`)
}
