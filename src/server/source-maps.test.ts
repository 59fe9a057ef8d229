import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSourcePositions } from './source-maps.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'marquee sourced-'))
  // Line 1 has no source. Line 2 is from one.ts (1:1 from column 1, 3:5 from column 10), line 3 from two.ts (2:1).
  const map = { version: 3, sources: ['../src/one.ts', '../src/two.ts'], names: [], mappings: ';AAAA,SAEI;ACDJ' }
  writeFileSync(path.join(folder, 'main.js.map'), JSON.stringify(map))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Node's form of a module address, in which a space is encoded. */
const url = (file: string) => pathToFileURL(path.join(folder, file)).href
const src = (name: string) => path.join(folder, '../src', name)

test.each([
  ['2:1', () => `${src('one.ts')}:1:1`],
  ['2:9', () => `${src('one.ts')}:1:1`],
  ['2:10', () => `${src('one.ts')}:3:5`],
  ['2:400', () => `${src('one.ts')}:3:5`],
  ['3:7', () => `${src('two.ts')}:2:1`],
])('maps %s of a built file to its source', (place, at) => {
  const stack = `Error: gone\n    at find (${url('main.js')}:${place})\n    at ${folder}/main.js:${place}`
  expect(withSourcePositions(stack, folder)).toBe(`Error: gone\n    at find (${at()})\n    at ${at()}`)
})

test.each([
  ['1:5', 'main.js'],
  ['9:1', 'main.js'],
  ['1:1', 'without-a-map.js'],
])('keeps %s of %s, which has no source', (place, file) => {
  const stack = `Error: gone\n    at ${url(file)}:${place}`
  expect(withSourcePositions(stack, folder)).toBe(stack)
})

test('keeps a file that is not built', () => {
  const stack = `Error: gone\n    at ${folder}/../src/one.ts:2:1\n    at node:net:10:2`
  expect(withSourcePositions(stack, folder)).toBe(stack)
})
