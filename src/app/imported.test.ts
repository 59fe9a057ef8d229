import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** Found by its name, or started. */
const IS_FOUND = /\/(tables|screens|main|built|embedded-process)\.ts$/
const IS_TEST = /\.(test|e2e|fixture)\.tsx?$|\/test\//
const NAMED = /'((?:#|\.{1,2}\/)[^']+\.tsx?)'/g

it('there is no file that nobody imports: a page or a face that was not registered', () => {
  const files = globSync('{src,scripts}/**/*.{ts,tsx}')
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !IS_TEST.test(file))
  const named = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(NAMED)]
      .map(([, to]) => (to!.startsWith('#') ? `src/${to!.slice(1)}` : path.posix.join(path.posix.dirname(file), to!)))
      .filter((to) => to !== file)
  const imported = new Set(files.flatMap(named))
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => file.startsWith('src/') && !imported.has(file) && !IS_FOUND.test(file))).toEqual([])
})
