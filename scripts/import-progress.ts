import type { WriteStream } from 'node:tty'
import type { Counts } from './import-run.ts'

const WIDTH = 30
const EVERY_MS = 100

const number = (value: number) => Math.round(value).toLocaleString('en')

/** The bar as a line: how far, how many, how fast, and what was refused so far. */
export function barOf(share: number, counts: Counts, seconds: number): string {
  const done = Math.round(Math.min(share, 1) * WIDTH)
  const lines = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const rate = seconds > 0 ? `, ${number(lines / seconds)} a second` : ''
  const refused = counts.rejected ? `, ${number(counts.rejected)} rejected` : ''
  const percent = `${Math.floor(Math.min(share, 1) * 100)}%`.padStart(4)
  return `${'█'.repeat(done)}${'░'.repeat(WIDTH - done)} ${percent}  ${number(lines)} records${rate}${refused}`
}

/** Draws the bar on a terminal, over itself; elsewhere nothing, so that a log stays a log. */
export function progress(out: Pick<WriteStream, 'isTTY' | 'write'>) {
  const since = performance.now()
  let drawn = -Infinity
  return {
    at: (share: number, counts: Counts) => {
      const now = performance.now()
      if (!out.isTTY || (share < 1 && now - drawn < EVERY_MS)) return
      drawn = now
      out.write(`\r\u001b[2K${barOf(share, counts, (now - since) / 1000)}`)
    },
    end: () => void (drawn > 0 && out.write('\n')),
  }
}
