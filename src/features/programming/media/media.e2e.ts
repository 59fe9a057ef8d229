import { randomFillSync } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { today } from '../../../../e2e/day.ts'
import { drop } from '../../../../e2e/drop.ts'
import { expect, openScreen, signIn, test } from '../../../../e2e/fixtures.ts'
import { dialog, openRow, usePicture } from '../../../../e2e/helpers.ts'
import { HEIC } from './rules.ts'

/** Four quarters: which part of it is shown can be told by its colours. */
const quarters = (width: number, height: number) => {
  const [w, h] = [width / 2, height / 2]
  const colors = ['#e02424', '#24a148', '#1d4ed8', '#f2c94c']
  const rects = colors.map(
    (fill, i) => `<rect x="${(i % 2) * w}" y="${i < 2 ? 0 : h}" width="${w}" height="${h}" fill="${fill}"/>`,
  )
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rects.join('')}</svg>`),
  )
}
/** As heavy as a phone's: 12 million pixels that differ, lying on its side as its EXIF says. */
const photo = () => {
  const [width, height] = [4032, 3024]
  return sharp(randomFillSync(Buffer.alloc(width * height)), { raw: { width, height, channels: 1 } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 40 })
    .toBuffer()
}
const field = (part: Page | Locator, label: string) => part.getByLabel(`Upload ${label}`, { exact: true })
const preview = (page: Page, label: string) =>
  page
    .locator('label')
    .filter({ has: field(page, label) })
    .locator('img')
const stored = async (page: Page, label: string) => {
  await expect(preview(page, label)).toHaveAttribute('src', /\/api\/files\//)
  const body = await (await page.request.get((await preview(page, label).getAttribute('src'))!)).body()
  return sharp(body)
}
const copy = async (page: Page, picture: Buffer) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async (base64) => {
    const blob = new Blob([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], { type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
  }, picture.toString('base64'))
}
const promotion = async (page: Page) => {
  await signIn(page)
  await openScreen(page, '/dashboard/promotions/add')
  await expect(field(page, 'Thumbnail')).toBeEnabled()
}

test('one picture serves three places, cropped by the keyboard', async ({ page }) => {
  await promotion(page)
  await drop(field(page, 'Web ad media'), {
    name: 'wide.png',
    buffer: await quarters(3000, 2000).png({ compressionLevel: 1 }).toBuffer(),
  })
  const crop = dialog(page, 'Crop picture')
  const frame = crop.getByRole('application')
  await expect(frame).toBeFocused()
  await expect(crop.getByText('750 × 1160 px')).toBeVisible()
  const slider = crop.getByRole('slider', { name: 'Zoom' })
  await expect(slider).toHaveAttribute('aria-valuetext', '100%')
  await crop.getByRole('checkbox', { name: 'Mobile ad media' }).check()
  await crop.getByRole('checkbox', { name: 'Thumbnail' }).check()
  await crop.getByRole('button', { name: 'Fit image' }).click()
  await expect(crop.getByRole('button', { name: 'Fit image' })).toHaveAttribute('aria-pressed', 'true')
  await crop.getByRole('button', { name: 'Fit image' }).click()
  // Towards the upper left corner, of which more than of any other quarter is in sight then.
  for (const key of ['+', '+', ...Array<string>(3).fill('ArrowUp'), ...Array<string>(8).fill('ArrowLeft')])
    await frame.press(key)
  await expect(slider).toHaveAttribute('aria-valuetext', '121%')
  await crop.getByRole('button', { name: 'Use picture' }).click()
  for (const label of ['Web ad media', 'Mobile ad media', 'Thumbnail']) {
    const picture = await stored(page, label)
    const { width, height } = await picture.metadata()
    const { dominant } = await picture.stats()
    const isRed = dominant.r > 150 && Math.max(dominant.g, dominant.b) < 100
    expect([label, (width! / height!).toFixed(2), isRed]).toEqual([label, (375 / 580).toFixed(2), true])
  }
  // The whole of it stays at hand.
  await page.getByRole('button', { name: 'Crop Thumbnail' }).click()
  await crop.getByRole('button', { name: 'Fit image' }).click()
  const before = await preview(page, 'Thumbnail').getAttribute('src')
  await crop.getByRole('button', { name: 'Use picture' }).click()
  await expect(preview(page, 'Thumbnail')).not.toHaveAttribute('src', before!)
  const { data, info } = await (await stored(page, 'Thumbnail')).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  const [middle, left] = [info.height / 2, info.width / 5]
  const [red, blue] = [at(left, middle - 60), at(left, middle + 60)]
  expect([red[0]! > 150, blue[2]! > 150]).toEqual([true, true])
})

test('a photo is shrunk before it is sent, upright; AVIF is read; a GIF stays as it is; HEIC is refused', async ({
  page,
}) => {
  await promotion(page)
  const heavy = await photo()
  expect(heavy.length).toBeGreaterThan(4_000_000)
  const request = page.waitForRequest('**/api/file/upload')
  await drop(field(page, 'Web ad media'), { name: 'IMG_0001.JPG', buffer: heavy })
  await usePicture(page)
  const sent = (await request).headers()['content-length'] ?? (await (await request).sizes()).requestBodySize
  expect(Number(sent)).toBeLessThan(900_000)
  const { width, height } = await (await stored(page, 'Web ad media')).metadata()
  expect([width, height]).toEqual([750, 1160])
  const avif = await quarters(750, 1160).avif({ effort: 0 }).toBuffer()
  await drop(field(page, 'Mobile ad media'), { name: 'picture.avif', buffer: avif })
  await usePicture(page)
  await stored(page, 'Mobile ad media')
  await page.getByRole('button', { name: 'Remove Mobile ad media' }).click()
  await drop(field(page, 'Thumbnail'), { name: 'picture.gif', buffer: await quarters(300, 200).gif().toBuffer() })
  expect(await (await stored(page, 'Thumbnail')).metadata()).toMatchObject({ width: 300, height: 200 })

  // What this browser cannot read is refused in words.
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(500)])
  await drop(field(page, 'Mobile ad media'), { name: 'IMG_0001.HEIC', buffer: heic })
  await expect(page.getByText(HEIC)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Mobile ad media' })).toHaveCount(0)
})

test('a picture is pasted, by Ctrl+V and by a button, and moved by the pointer; each shape of a movie has a crop of its own', async ({
  page,
}) => {
  await promotion(page)
  await copy(page, await quarters(1600, 1600).png().toBuffer())
  await page.getByRole('heading', { name: 'Media' }).click()
  await page.keyboard.press('ControlOrMeta+v')
  const crop = dialog(page, 'Crop picture')
  const frame = crop.getByRole('application')
  await expect(crop.getByRole('checkbox', { name: 'Web ad media' })).toBeChecked()
  const box = (await frame.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 2, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.wheel(0, -400)
  await expect(crop.getByRole('slider', { name: 'Zoom' })).not.toHaveAttribute('aria-valuetext', '100%')
  await crop.getByRole('button', { name: 'Use picture' }).click()
  const { dominant } = await (await stored(page, 'Web ad media')).stats()
  // The left half: red over blue.
  expect(dominant.g).toBeLessThan(110)

  await page.getByRole('button', { name: 'Paste Thumbnail' }).click()
  await usePicture(page)
  await expect(preview(page, 'Thumbnail')).toHaveAttribute('src', /\/api\/files\//)
  await page.evaluate(() => navigator.clipboard.writeText('no picture'))
  await page.getByRole('button', { name: 'Paste Mobile ad media' }).click()
  await expect(page.getByText('The clipboard has no picture. Copy one first.')).toBeVisible()

  // A movie: one picture for the poster and the backgrounds, each shape with a crop of its own.
  page.once('dialog', (prompt) => void prompt.accept())
  await openScreen(page, `/dashboard/movies?start_date=${today()}&end_date=${today(7)}&database=missing`)
  await openRow(page.getByRole('row').nth(1))
  await expect(field(page, 'Poster')).toBeEnabled()
  await drop(field(page, 'Poster'), { name: 'still.jpg', buffer: await quarters(2400, 1600).jpeg().toBuffer() })
  for (const label of ['Small poster', 'Background', 'Small background'])
    await crop.getByLabel(label, { exact: true }).check()
  await crop.getByRole('radiogroup', { name: 'Shape' }).getByText('Background', { exact: true }).click()
  await expect(crop.getByText('1920 × 1080 px')).toBeVisible()
  await crop.getByRole('button', { name: 'Use picture' }).click()
  const sizes: Record<string, number[]> = {}
  for (const label of ['Poster', 'Small poster', 'Background', 'Small background']) {
    const { width, height } = await (await stored(page, label)).metadata()
    sizes[label] = [width!, height!]
  }
  expect(sizes).toEqual({
    Poster: [1000, 1500],
    'Small poster': [400, 600],
    Background: [1920, 1080],
    'Small background': [780, 439],
  })
})
