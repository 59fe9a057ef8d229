import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSourcePositions } from './source-maps.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'marquee sourced-'))
  // Line 1 has no source; line 2 comes from one.ts (1:1 from column 1, 3:5 from column 10), line 3 from two.ts (2:1).
  const map = { version: 3, sources: ['../src/one.ts', '../src/two.ts'], names: [], mappings: ';AAAA,SAEI;ACDJ' }
  writeFileSync(path.join(folder, 'main.js.map'), JSON.stringify(map))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As Node names a module, in whose address a space is written otherwise. */
const url = (file: string) => pathToFileURL(path.join(folder, file)).href
const src = (name: string) => path.join(folder, '../src', name)

test.each([
  ['2:1', () => `${src('one.ts')}:1:1`],
  ['2:9', () => `${src('one.ts')}:1:1`],
  ['2:10', () => `${src('one.ts')}:3:5`],
  ['2:400', () => `${src('one.ts')}:3:5`],
  ['3:7', () => `${src('two.ts')}:2:1`],
])('%s of a built file is where its source has it', (place, at) => {
  const stack = `Error: gone\n    at find (${url('main.js')}:${place})\n    at ${folder}/main.js:${place}`
  expect(withSourcePositions(stack, folder)).toBe(`Error: gone\n    at find (${at()})\n    at ${at()}`)
})

test.each([
  ['1:5', 'main.js'],
  ['9:1', 'main.js'],
  ['1:1', 'without-a-map.js'],
])('%s of %s, which has no source, stays', (place, file) => {
  const stack = `Error: gone\n    at ${url(file)}:${place}`
  expect(withSourcePositions(stack, folder)).toBe(stack)
})

test('what is not built stays', () => {
  const stack = `Error: gone\n    at ${folder}/../src/one.ts:2:1\n    at node:net:10:2`
  expect(withSourcePositions(stack, folder)).toBe(stack)
})
