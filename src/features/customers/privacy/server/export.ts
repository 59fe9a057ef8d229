import { dayOf } from '#contract/time.ts'
import { customerByEmail, customerOr404, fullName } from '#features/customers/customers/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { csvReply } from '#server/http/csv.ts'
import type { Context, Streamed } from '#server/http/handle.ts'
import type { privacy } from '../contract.ts'
import { conflict, notFound } from '#server/http/problem.ts'
import { guestId, type Section, type PersonReferences } from '#server/person.ts'
import { messages } from '../rules.ts'
import { inventory } from './erase.ts'
import { readable } from './readable.ts'
import { csvColumnsOf, sectionsOf } from './sections.ts'
import { personReferencesOf, searchTermsOf } from './person-references.ts'
import { zipped, type ZipEntry } from '#server/zip.ts'

export async function exportPerson(context: Context<typeof privacy.export>): Promise<Streamed> {
  const { db, params, write } = context
  const customer = await customerOr404(db, params.id)
  const { id } = customer
  const references = await personReferencesOf(db, { id })
  await write(({ record }) => record({ entity: 'customer', id, summary: `Exported all data of customer ${id}` }))
  return archive(context, references, fullName(customer), `customer-${id}`)
}

export async function exportGuest(context: Context<typeof privacy.exportGuest>): Promise<Streamed> {
  const { app, db, params, write } = context
  const { email } = params
  await mustBeGuest(db, email)
  const references = await personReferencesOf(db, { email })
  const { goes } = await inventory(app.people, db, references, await searchTermsOf(db, references))
  if (goes.length === 0) throw notFound('guest')
  const id = guestId(email)
  await write(({ record }) => record({ entity: 'guest', id, summary: 'Exported all data of a guest' }))
  return archive(context, references, references.names[0] ?? email, `guest-${id}`)
}

/** Somebody with a customer's address is that customer. @throws 409 */
export async function mustBeGuest(db: Db, email: string): Promise<void> {
  const customer = await customerByEmail(db, email)
  if (customer) throw conflict(messages.isCustomer(customer.id))
}

type Archiving = Pick<Context<typeof privacy.export>, 'app' | 'db' | 'now'>

/** Everything that is held on a person in one archive: a page to read, `data.json`, and a CSV file for each part of it. */
function archive({ app, db, now }: Archiving, references: PersonReferences, name: string, file: string): Streamed {
  const sections = sectionsOf(app, db, references)
  const entries: ZipEntry[] = [
    { name: 'your-data.html', content: readable(sections, name, now, app.env.zone) },
    { name: 'data.json', content: inJson(sections, now) },
    ...sections.map((section) => ({ name: `${section.name}.csv`, content: inCsv(section) })),
  ]
  return { stream: zipped(entries, now), name: `${file}-${dayOf(now, app.env.zone)}.zip` }
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
