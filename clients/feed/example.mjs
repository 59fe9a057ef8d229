/**
 * Sends the sales of a file: `MARQUEE_FEED_KEY=… node example.mjs sales.csv https://marquee.chain.example [--dry-run]`.
 * A CSV file has a row for each thing sold, and rows of one sale share its id:
 * id,at,channel,cinema_id,kind,quantity,amount,product. A JSON file is a list of purchases as docs/feed.md has them.
 */
import { readFileSync } from 'node:fs'
import { connectFeed } from './index.js'

const [file, url = 'http://127.0.0.1:4400', flag] = process.argv.slice(2)
if (!file || !process.env.MARQUEE_FEED_KEY) throw new Error('Name a file, and set MARQUEE_FEED_KEY to a feed key')

/** Rows of cells; a cell with a comma or a quote in it stands in quotes. @param {string} text */
const rowsOf = (text) =>
  text
    .split(/\r?\n/)
    .filter(Boolean)
    .map((row) =>
      [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((cell) =>
        (cell[1] ?? cell[2] ?? '').replaceAll('""', '"'),
      ),
    )

/** @param {string} text @returns {import('./index.js').Records['purchases'][]} */
function salesOf(text) {
  const [head = [], ...rows] = rowsOf(text.replace(/^\uFEFF/, ''))
  const sales = new Map()
  for (const row of rows) {
    const cell = Object.fromEntries(head.map((name, index) => [name, row[index] || undefined]))
    const { id, at, channel, cinema_id, kind, product, quantity = '1', amount } = cell
    if (!sales.has(id)) sales.set(id, { id, at, channel, cinema_id, lines: [] })
    sales.get(id).lines.push({ kind, product, quantity: Number(quantity), amount: Number(amount) })
  }
  return [...sales.values()]
}

const feed = connectFeed({
  url,
  key: process.env.MARQUEE_FEED_KEY,
  dryRun: flag === '--dry-run',
  onRetry: ({ reason, seconds }) => console.error(`${reason}. Again in ${seconds.toFixed(1)} s`),
})
const text = readFileSync(file, 'utf8')
const sales = file.endsWith('.json') ? JSON.parse(text) : salesOf(text)
for await (const { id, state, reason, note } of feed.sendAll('purchases', sales))
  if (state !== 'accepted') console.log(`${id}: ${state}${(reason ?? note) ? `, ${reason ?? note}` : ''}`)
console.log(feed.counts().purchases)
