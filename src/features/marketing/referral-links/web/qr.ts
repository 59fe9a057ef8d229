import { encode } from 'uqr'
import { darkOf } from '#web/ui/QrCode.tsx'

/** As wide as the standard wants the light edge, in squares. */
const EDGE = 4
/** Printed on a poster it is still sharp. */
const PNG_SQUARE = 32

/** The rows of a link's QR code: a seventh of it can be damaged, as print is. */
export const qrOf = (link: string): string[] =>
  encode(link, { ecc: 'M', border: EDGE }).data.map((row) => row.map(Number).join(''))

export const svgOf = (rows: readonly string[]): Blob =>
  new Blob(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges">` +
        `<path fill="#fff" d="M0 0h${rows.length}v${rows.length}H0z"/><path d="${darkOf(rows)}"/></svg>`,
    ],
    { type: 'image/svg+xml' },
  )

export async function pngOf(rows: readonly string[]): Promise<Blob> {
  const canvas = new OffscreenCanvas(rows.length * PNG_SQUARE, rows.length * PNG_SQUARE)
  const brush = canvas.getContext('2d')!
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, canvas.width, canvas.height)
  brush.scale(PNG_SQUARE, PNG_SQUARE)
  brush.fillStyle = '#000'
  for (const [y, row] of rows.entries())
    for (const [x, dark] of [...row].entries()) if (dark === '1') brush.fillRect(x, y, 1, 1)
  return canvas.convertToBlob({ type: 'image/png' })
}
