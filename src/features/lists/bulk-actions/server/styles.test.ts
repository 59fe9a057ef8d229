import { afterAll, beforeAll, expect, test } from 'vitest'
import { showPhone } from '#contract/phone.ts'
import { showDay } from '#contract/time.ts'
import { toE164 } from '#server/phone.ts'
import { isThorough } from '#server/test/thorough.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { importing } from './test/importing.ts'
import { textFile, workbookFile, type Expected, type Made } from './test/spreadsheets.ts'

let server: TestServer
let kit: ReturnType<typeof importing>
beforeAll(async () => {
  server = await testServer()
  kit = importing(server)
})
afterAll(() => server.close())

const plain = (text: string | undefined) => text?.normalize('NFC').replace(/\s+/g, ' ').trim()

/** What each line of a file comes to, as `Expected` says it. */
async function readAs({ name, file }: Made) {
  const draft = await kit.draft('import.customers', file, { name })
  const { lines } = await kit.preview(draft, { dates: draft.chosen.dates ?? 'dmy' })
  const { all, read, above, empty, hidden, withinCells } = draft.counts
  const outcomes = lines.map(({ line, state, message, values }) =>
    state === 'rejected'
      ? { n: line, rejected: message.split(':')[0] }
      : {
          n: line,
          first: plain(values.first_name),
          last: plain(values.last_name),
          email: values.email,
          phone: showPhone(toE164(values.mobile ?? '') ?? ''),
          born: values.dateOfBirth,
        },
  )
  return { lines: outcomes, lost: all - read - above - empty - hidden - withinCells - 1 }
}

const asExpected = (one: Expected) =>
  'rejected' in one
    ? one
    : {
        n: one.n,
        first: plain(one.person.first),
        last: plain(one.person.last),
        email: one.person.email,
        phone: showPhone(one.person.phone),
        born: showDay(one.person.born),
      }

// Each style by chance, with what the file means: no line is lost, no value is changed, and what is refused is named.
test.each(Array.from({ length: isThorough ? 1000 : 100 }, (_, seed) => seed))('files of the style %i', async (seed) => {
  for (const made of [textFile(seed), await workbookFile(seed)]) {
    const read = await readAs(made)
    const isDeclared = made.style.includes('"isDeclared":true')
    expect([made.style, read.lines, read.lost]).toEqual([made.style, made.expected.map(asExpected), isDeclared ? 1 : 0])
  }
})
