import { showNaira } from '#contract/money.ts'
import { unmarked } from '#contract/isolate.ts'
import { isDay, showDay, showInstant } from '#contract/time.ts'
import type { Section } from '#server/person.ts'

/** The same as `data.json` for people: one page that a browser opens and prints, with plain words and the chain's clock. */

/** What programs and staff need and the person does not: who of the staff did it, and how it is stored. */
const HIDDEN = new Set(['actor', 'action', 'before', 'after', 'record', 'source', 'external_id', 'request_id'])

const HEADINGS: Record<string, string> = {
  identity: 'Your details',
  'purchase-lines': 'Items you bought',
  redemptions: 'Tickets you used',
  points: 'Points',
  'points-ledger': 'Your points history',
  notes: 'Notes by our staff',
  cards: 'Stored payment card',
  payments: 'Card payments',
  emails: 'Emails we sent you',
  'audit-log': 'Activity on your data',
}

const spokenName = (name: string): string => {
  const spaced = name.replaceAll(/[-_]/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
const headingOf = (column: string): string =>
  column === 'at' ? 'When' : spokenName(column.replace('kobo', 'amount').replace(/ id$/, ''))

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

function cellOf(column: string, value: unknown, zone: string): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return column.endsWith('kobo') ? showNaira(value) : String(value)
  if (typeof value === 'object') return JSON.stringify(value)
  const text = unmarked(String(value))
  return INSTANT.test(text) ? showInstant(text, zone) : isDay(text) ? showDay(text) : text
}

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const safe = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => MARKS[mark]!)

const STYLE = `body {font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:32px auto;padding:0 20px;color:#1b1726}
h1{font-size:24px}h2{font-size:17px;margin:32px 0 8px}div{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{padding:6px 10px;border-bottom:1px solid #dad4e7;text-align:left;vertical-align:top}th{color:#5a5370;font-weight:500}
p{color:#5a5370}@media print{body{margin:0}}`

/** @param name the person's */
export async function* readable(sections: readonly Section[], name: string, now: Date, zone: string) {
  yield `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your data</title><style>${STYLE}</style><h1>The data we hold about ${safe(name)}</h1>
<p>As of ${showInstant(now, zone)}. Times are local. The same data for programs is in data.json and the CSV files.</p>`
  for (const section of sections) yield* tableOf(section, zone)
  yield '</html>\n'
}

async function* tableOf({ name, columns, pages }: Section, zone: string): AsyncGenerator<string> {
  const visible = columns.filter((column) => !HIDDEN.has(column))
  let isBegun = false
  for await (const rows of pages()) {
    if (!rows.length) continue
    if (!isBegun) {
      const heads = visible.map((column) => `<th>${safe(headingOf(column))}</th>`).join('')
      yield `<h2>${safe(HEADINGS[name] ?? spokenName(name))}</h2><div><table><tr>${heads}</tr>`
    }
    isBegun = true
    for (const row of rows) {
      const cells = visible.map((column) => cellOf(column, row[column.replace('kobo', 'naira')], zone))
      yield `<tr>${cells.map((cell) => `<td>${safe(cell)}</td>`).join('')}</tr>\n`
    }
  }
  if (isBegun) yield '</table></div>\n'
}
