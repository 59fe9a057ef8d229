/** How text files with tables are written, by the names that people choose. */

/** Signs between cells, the most usual first; with none, each line is one cell. */
export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', bar: '|', none: '' } as const
export type Separator = keyof typeof SEPARATORS
export const SEPARATOR_NAMES = Object.keys(SEPARATORS) as [Separator, ...Separator[]]

/** By the names that `TextDecoder` knows them. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'macintosh', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]
