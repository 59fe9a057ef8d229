import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** An expression for a person's name in a line of text. */
const NAME = /(<bdi>)?\{[^{}`]*\b(?:nameOf\([^{}]*\)|full_name|actor|createdBy|by)\}/g
/** A line of a page's text, not of its code. */
const isText = (line: string) => /^\s*[^\s=:`?]/.test(line) && !/[=`?:]|=>/.test(line.replace(NAME, ''))

it('wraps names inside sentences in bdi, so that right-to-left names do not reorder words', () => {
  const bare = globSync('src/{web,features/*/*/web}/**/*.tsx').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => isText(line) && /\w/.test(line.replace(NAME, '').replace(/<[^>]*>|&&/g, '')))
      .filter((line) => [...line.matchAll(NAME)].some(([, bdi]) => !bdi))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(bare).toEqual([])
})
