import { dayOf } from '#contract/time.ts'
import { customerOr404, fullName } from '#features/customers/server/public.ts'
import { csvReply } from '#server/http/csv.ts'
import type { Context, Streamed } from '#server/http/handle.ts'
import type { privacy } from '../contract.ts'
import type { Section } from '#server/person.ts'
import { readable } from './readable.ts'
import { csvColumnsOf, sectionsOf } from './sections.ts'
import { tracesOf } from './traces.ts'
import { zipped, type ZipEntry } from '#server/zip.ts'

/** Everything that is held on a customer in one archive: a page to read, `data.json`, and a CSV file for each part of it. */
export async function exportPerson(context: Context<typeof privacy.export>): Promise<Streamed> {
  const { app, db, params, now, write } = context
  const customer = await customerOr404(db, params.id)
  const sections = sectionsOf(app, db, await tracesOf(db, { id: customer.id }))
  await write(({ record }) =>
    record({ entity: 'customer', id: customer.id, summary: `Exported all data of customer ${customer.id}` }),
  )
  const entries: ZipEntry[] = [
    { name: 'your-data.html', content: readable(sections, fullName(customer), now, app.env.zone) },
    { name: 'data.json', content: inJson(sections, now) },
    ...sections.map((section) => ({ name: `${section.name}.csv`, content: inCsv(section) })),
  ]
  const stream = zipped(entries, now)
  const name = `customer-${customer.id}-${dayOf(now, app.env.zone)}.zip`
  return { stream, name }
}

const inCsv = (section: Section): AsyncIterable<Buffer> =>
  csvReply('', csvColumnsOf(section), section.pages(), 0).stream as AsyncIterable<Buffer>

async function* inJson(sections: readonly Section[], now: Date): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(now.toISOString())}`
  for (const { name, pages } of sections) {
    yield `,\n${JSON.stringify(name.replaceAll('-', '_'))}:[`
    let separator = ''
    for await (const rows of pages())
      for (const row of rows) {
        yield `${separator}\n${JSON.stringify(row)}`
        separator = ','
      }
    yield ']'
  }
  yield '}\n'
}
