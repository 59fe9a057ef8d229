/** Returns the path of the dark squares of a QR code; each row is a text of 0 and 1. */
export const darkOf = (rows: readonly string[]): string =>
  rows.flatMap((row, y) => [...row].map((dark, x) => (dark === '1' ? `M${x} ${y}h1v1h-1z` : ''))).join('')

/** QR code for cameras: dark squares on the background behind it. */
export const QrCode = ({ rows, title, className }: { rows: readonly string[]; title: string; className?: string }) => (
  <svg className={className} viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges" role="img">
    <title>{title}</title>
    <path d={darkOf(rows)} fill="#000" />
  </svg>
)
