/** Returns the cells of a sheet by row: a text, or a number with the position of its style. */
export const cellsOf = (sheet: string) =>
  [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row]) =>
    [
      ...row!.matchAll(
        /<c\/>|<c(?: s="(\d)")?(?: t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t><\/is>|><v>(.*?)<\/v>)<\/c>/gs,
      ),
    ].map(([, style, text, number]) =>
      number === undefined ? (text === undefined ? null : read(text)) : [Number(number), Number(style ?? 0)],
    ),
  )
/** Reads a text as a spreadsheet does. */
const read = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
