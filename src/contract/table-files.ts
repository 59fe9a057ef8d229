/** Formats of text files with tables, by the names that people choose. */

/** Separators between cells, most common first; `none`: each line is one cell. */
export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', bar: '|', none: '' } as const
export type Separator = keyof typeof SEPARATORS
export const SEPARATOR_NAMES = Object.keys(SEPARATORS) as [Separator, ...Separator[]]

/** Encodings, as `TextDecoder` names them. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'macintosh', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]
