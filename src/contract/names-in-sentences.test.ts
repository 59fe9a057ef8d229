import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What a person is called, where it stands in a line of words. */
const NAME = /(<bdi>)?\{[^{}`]*\b(?:nameOf\([^{}]*\)|full_name|actor|createdBy|by)\}/g
/** A line of a page's text, not of its code. */
const isText = (line: string) => /^\s*[^\s=:`?]/.test(line) && !/[=`?:]|=>/.test(line.replace(NAME, ''))

it('a name inside a sentence stands in bdi, so that one written from right to left leaves the words in their order', () => {
  const bare = globSync('src/{web,features/*/*/web}/**/*.tsx').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => isText(line) && /\w/.test(line.replace(NAME, '').replace(/<[^>]*>|&&/g, '')))
      .filter((line) => [...line.matchAll(NAME)].some(([, bdi]) => !bdi))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(bare).toEqual([])
})
