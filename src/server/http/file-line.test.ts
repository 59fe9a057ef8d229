import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../test/harness.ts'
import { placeInLine } from './file-line.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Requests files by name, and records which are being made. */
function asking() {
  const made: string[] = []
  const ask = (name: string, caller: string) => {
    const leaving = new AbortController()
    const place = placeInLine(server.app, {
      caller,
      signal: leaving.signal,
      bytesSent: () => 0,
      end: () => leaving.abort(),
    }).then((leave) => {
      made.push(name)
      return leave
    })
    return { place, leaving }
  }
  return { made, ask }
}

// ASVS: 2.4.1, 15.2.2
test('makes two files at a time for a person and four for a server, the others in order', async () => {
  const { made, ask } = asking()
  const [one, two, three] = ['a1', 'a2', 'a3'].map((name) => ask(name, 'ada'))
  const others = ['b1', 'c1', 'd1', 'e1'].map((name) => ask(name, name))
  await Promise.all([one!.place, two!.place, others[0]!.place, others[1]!.place])
  expect(made.toSorted()).toEqual(['a1', 'a2', 'b1', 'c1'])
  ;(await others[0]!.place)()
  await others[2]!.place
  expect(made).not.toContain('a3')
  ;(await one!.place)()
  await three!.place
  expect(made).not.toContain('e1')
  ;(await two!.place)()
  await others[3]!.place
  expect(made).toHaveLength(7)
  for (const { place } of [three!, ...others.slice(1)]) (await place)()
})

test('does not wait for a reader that left the line', async () => {
  const { made, ask } = asking()
  const first = [ask('a1', 'ada'), ask('a2', 'ada')]
  const left = ask('a3', 'ada')
  const last = ask('a4', 'ada')
  const leaves = await Promise.all(first.map(({ place }) => place))
  left.leaving.abort()
  await expect(left.place).rejects.toThrow('The reader of this file has left')
  leaves[0]!()
  await last.place
  expect(made).toEqual(['a1', 'a2', 'a4'])
  for (const leave of [leaves[1]!, await last.place]) leave()
})
