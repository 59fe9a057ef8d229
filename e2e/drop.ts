import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator } from '@playwright/test'

type File = { name: string; buffer: Buffer }
const COPY = 1

/**
 * Drags a real file from outside of the browser over the middle of something, as a person does: the browser itself finds
 * what lies there. `whileOver` looks at the page before it is let go.
 */
export async function drop(onto: Locator, { name, buffer }: File, whileOver?: () => Promise<void>): Promise<void> {
  const page = onto.page()
  const folder = await mkdtemp(path.join(tmpdir(), 'drop-'))
  const file = path.join(folder, name)
  await writeFile(file, buffer)
  await onto.scrollIntoViewIfNeeded()
  const box = (await onto.boundingBox())!
  const browser = await page.context().newCDPSession(page)
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', {
      type,
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      data: { items: [], files: [file], dragOperationsMask: COPY },
    })
  try {
    await drag('dragEnter')
    await drag('dragOver')
    await whileOver?.()
    await drag('drop')
  } finally {
    await browser.detach()
  }
  page.once('close', () => void rm(folder, { recursive: true, force: true }))
}
