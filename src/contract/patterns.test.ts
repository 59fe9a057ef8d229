import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

/**
 * Checks that every pattern of the server takes time in proportion to its input, even for crafted input: a text of four times
 * the length takes about four times as long.
 */
const SHORT = 1000
const TIMES = 4
/** Proportional is 4, quadratic is 16; a busy machine lies in between. */
const WORST_GROWTH = 9
/** Shorter times are too short to compare. */
const QUICK_MS = 3

const files = globSync('src/**/*.ts').filter((file) => !/\/web\/|\/test\/|\.(test|e2e|fixture)\.ts$/.test(file))

function patternsIn(file: string): RegExp[] {
  const found: RegExp[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { regex } = node as { regex?: { pattern: string; flags: string } }
    if (regex) found.push(new RegExp(regex.pattern, regex.flags))
    else Object.values(node).forEach(visit)
  }
  visit(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }))
  return found
}

const ANYWHERE = ['a', 'A', '0', ' ', '\n', '-', '_', '.', '@', '/', '=', '"', ',', 'é', '٣']
/** Returns pieces that make a pattern slow when repeated: its characters, its words, and pairs of them. */
function hardTextsFor({ source }: RegExp): string[] {
  const plain = source.replace(/\\[a-zA-Z](\{[^}]*\})?/g, ' ').replace(/[\\^$|?*+()[\]{}]/g, ' ')
  const terms = plain.split(' ').filter((word) => word.length > 1)
  const letters = [...new Set([...source.replace(/\\[a-zA-Z]/g, ''), ...ANYWHERE])]
  const twos = terms.flatMap((word) => ['a', '-', ' ', '0', '='].flatMap((letter) => [letter + word, word + letter]))
  return [...new Set([...letters, ...terms, ...twos, 'a.', 'a-', 'a ', '0-', '0 ', ' a', '=a'])]
}

const timed = (pattern: RegExp, text: string): number => {
  const start = performance.now()
  text.replace(pattern, '')
  return performance.now() - start
}

const ROUNDS = 5
/** Returns the ratio of the shortest times of several rounds; 1 if the longer text is fast. */
function growthOf(pattern: RegExp, short: string, long: string): number {
  let [leastShort, leastLong] = [Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    leastShort = Math.min(leastShort, timed(pattern, short))
    leastLong = Math.min(leastLong, timed(pattern, long))
    if (leastLong < QUICK_MS) return 1
    if (round > 0 && leastLong / leastShort < WORST_GROWTH) break
  }
  return leastLong / leastShort
}

const ENDS = ['', '\0', '!', '\n.']

/** Finds the first text that takes disproportionate time. */
function stumblesOver(pattern: RegExp): string | undefined {
  for (const piece of hardTextsFor(pattern))
    for (const end of ENDS) {
      const text = (length: number) => piece.repeat(Math.ceil(length / piece.length)) + end
      // Because exponential patterns would not finish at full length.
      if (growthOf(pattern, text(12), text(24)) >= WORST_GROWTH) return text(24)
      const growth = growthOf(pattern, text(SHORT), text(SHORT * TIMES))
      if (growth >= WORST_GROWTH)
        return `${JSON.stringify(piece)} and ${JSON.stringify(end)}: ${growth.toFixed(1)} times`
    }
}

test('finds the patterns of the server', () => expect(files.flatMap(patternsIn).length).toBeGreaterThan(100))

// ASVS: 1.3.12
test('notices quadratic and exponential patterns', () => {
  expect(stumblesOver(/[^/?&=]*(?:@|%40)[^/?&=]*/gi)).toBeDefined()
  expect(stumblesOver(/\beyJ[\w-]{5,}(?:\.[\w-]+){1,4}/g)).toBeDefined()
  expect(stumblesOver(/^(?:a+)+$/)).toBeDefined()
})

// ASVS: 1.3.12
test.each(files.filter((file) => patternsIn(file).length))('finds no slow pattern in %s', (file) => {
  const slow = patternsIn(file).flatMap((pattern) => {
    const over = stumblesOver(pattern)
    return over ? [`${pattern} stumbles over ${over}`] : []
  })
  expect(slow).toEqual([])
})
