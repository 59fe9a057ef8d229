/** The sources of each part of the product. A part is stale exactly when one of its sources changed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRoot } from './root.ts'

type Part = { sources: RegExp }
type Script = { parts: Record<'web' | 'server', Part>; fingerprint: (part: Part, folder: string) => string }
// Scripts that run before the packages are installed are plain JavaScript without types.
const { parts, fingerprint } = (await import(inRoot('scripts/parts.mjs'))) as Script

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'marquee-parts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the parts that become stale with another content of a file. */
function changedBy(file: string): string[] {
  const prints = () => Object.entries(parts).map(([key, part]) => `${key} ${fingerprint(part, folder)}`)
  const before = prints()
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(folder, file), 'something else')
  return prints()
    .filter((print) => !before.includes(print))
    .map((print) => print.split(' ')[0]!)
}

test.each([
  ['package-lock.json', ['web', 'server']],
  ['src/contract/atoms.ts', ['web', 'server']],
  ['src/features/programming/movies/contract.ts', ['web', 'server']],
  ['src/features/programming/movies/rules.ts', ['web', 'server']],
  ['vite.config.ts', ['web']],
  ['index.html', ['web']],
  ['public/robots.txt', ['web']],
  ['src/app/web/main.ts', ['web']],
  ['src/app/web-features.ts', ['web']],
  ['src/web/list/ListScreen.tsx', ['web']],
  ['src/features/programming/movies/web/index.ts', ['web']],
  ['vite.server.config.ts', ['server']],
  ['src/app/start.ts', ['server']],
  ['demo/scenery.ts', ['server']],
  ['src/server/db/migrate.ts', ['server']],
  ['src/features/programming/movies/server/store.ts', ['server']],
  // Migrations are read when the server starts.
  ['migrations/0001_schema.sql', []],
  ['src/features/sales/trade/server/schema.sql', []],
  ['src/server/built.test.ts', []],
  ['src/server/test/harness.ts', []],
  ['src/features/programming/movies/movies.e2e.ts', []],
  ['scripts/migrate.ts', []],
  ['docs/api.md', []],
])('makes the right parts stale: %s changes %j', (file, expected) => {
  expect(changedBy(file)).toEqual(expected)
})
