import sharp from 'sharp'
import { expect, test } from 'vitest'
import { qrOf, svgOf } from './qr.ts'

test('a link’s QR code has the light edge of the standard, and its file the same squares', async () => {
  const rows = qrOf('https://go.marquee.example/r/WAKEYA7N')
  const side = rows.length
  for (const row of rows) expect(row).toMatch(new RegExp(`^0{4}[01]{${side - 8}}0{4}$`))
  expect([...rows.slice(0, 4), ...rows.slice(-4)]).toEqual(Array.from({ length: 8 }, () => '0'.repeat(side)))
  // A corner's square of seven by seven, by which cameras find it.
  expect(rows[4]!.slice(4, 12)).toBe('11111110')

  const svg = Buffer.from(await svgOf(rows).arrayBuffer())
  const { data } = await sharp(svg).resize(side, side, { kernel: 'nearest' }).grayscale().raw().toBuffer({
    resolveWithObject: true,
  })
  const squares = rows.map((_, y) =>
    [...data.subarray(y * side, (y + 1) * side)].map((light) => (light < 128 ? 1 : 0)).join(''),
  )
  expect(squares).toEqual(rows)
})
