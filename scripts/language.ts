/**
 * What the guide to our language (docs/writing.md) can check: banned words with their replacements (language.json), length of
 * sentences, full stops, openings. language-lint.js applies it to code, src/contract/documents.test.ts to documents.
 */
import { readFileSync } from 'node:fs'

type Guide = { banned: [pattern: string, instead: string][]; allowed: [pattern: string, reason: string][] }
const { banned, allowed }: Guide = JSON.parse(readFileSync(new URL('language.json', import.meta.url), 'utf8'))

const BANNED = banned.map(([pattern, instead]) => ({
  pattern: new RegExp(`(?<![\\w{.-])(?:${pattern})(?![\\w}])`, 'i'),
  instead,
}))
const ALLOWED = allowed.map(([pattern]) => new RegExp(pattern, 'gi'))

/** The kinds of text. Emails have paragraphs, so their sentences end with full stops. */
export type Kind = 'visible' | 'email' | 'comment' | 'docstring' | 'title' | 'document'

const SENTENCE_MOST: Record<Kind, number> = {
  visible: 20,
  email: 25,
  comment: 25,
  docstring: 25,
  title: 20,
  document: 30,
}

const OPENINGS: Partial<Record<Kind, RegExp>> = {
  visible: /^(Of|Whose|Whom|Whoever|Without|Who|Those) /,
  comment: /^(Of|What|Who\w*|Those|That) /,
  docstring: /^(Of|What|Who\w*|Which|Where|With|Without|By|In|As|So|And|Until|Before|Those|That)\b(?! (memory|case))/,
  title: /^(of|what|who\w*|which|whose|with|without|by|and|one|those|so)\b/,
}

const sentencesOf = (text: string) => text.split(/(?<=[.?!:;])\s+(?=\S)/)
const lengthOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\d}]/u.test(word)).length
const isPhrase = (text: string) => /\p{L}\S*\s+\S*\p{L}/u.test(text)

/** @returns what is wrong with a text, a sentence each */
export function problemsOf(kind: Kind, text: string): string[] {
  if (!isPhrase(text)) return []
  const plain = ALLOWED.reduce((rest, pattern) => rest.replace(pattern, '–'), text)
  const problems: string[] = []
  for (const { pattern, instead } of BANNED) {
    const found = pattern.exec(plain)
    if (found) problems.push(`“${found[0]}”: ${instead}`)
  }
  const opening = OPENINGS[kind]?.exec(text)
  if (opening) problems.push(`begins with “${opening[0].trim()}”`)
  const sentences = sentencesOf(text)
  for (const sentence of sentences)
    if (lengthOf(sentence) > SENTENCE_MOST[kind])
      problems.push(`${lengthOf(sentence)} words in a sentence: “${sentence.slice(0, 40)}…”`)
  if (kind === 'visible' && /^[\p{Lu}\d{]/u.test(plain)) {
    const count = text.split(/(?<=[.?!])\s+(?=[\p{Lu}{])/u).length
    if (count === 1 && /[^.]\.\s*$/.test(text)) problems.push('one sentence ends without a full stop')
    if (count > 1 && /[\p{L}\d]$/u.test(text)) problems.push('several sentences end with a full stop')
  }
  return problems
}

/** The paragraphs, list items and table cells of a Markdown document, without code, paths, addresses and quotations. */
export const paragraphsOf = (markdown: string): string[] =>
  markdown
    .replace(/^```[^]*?^```$/gm, '')
    .replace(/`[^`\n]*`|(?<=[ (])\/[\w{}./?=&-]+/g, '{x}')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/“[^”]*”|<[^>\s]+>/g, '{x}')
    .split(/\n\s*\n|\n\s*(?:[-*]|\d+\.) |\n(?=#)|\n?\|/)
    .map((text) => text.replace(/[*_#]/g, '').replace(/\s+/g, ' ').trim())
    .filter((text) => /\p{L}/u.test(text))
