/**
 * Words that no name has, because the field has better ones (docs/glossary.md). A name is judged by its parts: `isKeptHere`
 * has is, Kept and Here. vocabulary-lint.js looks at identifiers and files, src/contract/vocabulary.test.ts at the schema.
 */

/** Each word, and what the field says. A word has the meanings that it had here; others are allowed below. */
const INSTEAD = new Map([
  ['told', 'reported'],
  ['tell', 'ingest, send, report'],
  ['tells', 'ingests'],
  ['telling', 'ingesting'],
  ['teller', 'sender'],
  ['asked', 'requested; a count, a request or a selection by its name'],
  ['said', 'stated, message'],
  ['held', 'quarantined, locked, withheld, control group'],
  ['holds', 'personal data, contains'],
  ['kept', 'stored'],
  ['gone', 'removed, deleted'],
  ['whole', 'complete, full, integer'],
  ['words', 'searchText, label, message'],
  ['stint', 'subscription period'],
  ['stints', 'subscription periods'],
  ['weigh', 'declareAmount'],
  ['deed', 'approval subject'],
  ['act', 'action, work'],
  ['acts', 'actions'],
  ['theirs', 'provider, current'],
  ['ours', 'ledger, own'],
  ['mine', 'own'],
  ['shown', 'visible, listed'],
  ['taken', 'used, occupied, imported'],
  ['meant', 'intended, matched'],
  ['reach', 'scope'],
  ['freed', 'redacted'],
  ['nobodys', 'non-personal'],
  ['nobody', 'SYSTEM, anonymous'],
  ['somebody', 'person, account'],
  ['why', 'reason'],
  ['tried', 'attempt'],
  ['beside', 'alongside'],
  ['stranger', 'unknown key'],
  ['halves', 'parts'],
  ['patience', 'timeout'],
  ['quiet', 'silent'],
  ['usual', 'default, baseline'],
  ['away', 'offline, unavailable'],
  ['heard', 'received'],
  ['lived', 'grown'],
  ['pieces', 'batches'],
  ['letter', 'email'],
  ['letters', 'emails'],
  ['digest', 'daily email'],
  ['notice', 'alert'],
  ['notices', 'alerts'],
  ['lapse', 'expire'],
  ['lapsed', 'expired'],
  ['proposal', 'approval request'],
  ['proposals', 'approval requests'],
  ['may', 'can, permission'],
])

/** Verbs of two words. */
const COMPOUND = new Map([
  ['letGo', 'release, abort, close'],
  ['inTurn', 'orderedBy, withAdvisoryLock, sequentially'],
  ['giveWay', 'yieldToInteractive'],
  ['standFor', 'representedBy'],
  ['takeBack', 'revoke, undo, cancel'],
  ['openedLazily', 'lazyDialog'],
  ['whenNear', 'prefetchOnHover'],
])

/** Names in which such a word is the field's. */
const ALLOWED = [
  // Times at which no push is sent: every push service calls them so.
  /quiet_?(hours|from|to)|^quiet$/i,
  /^(short|long)Lived$/,
  // Characters of a code or a sheet's column.
  /^(letter|letters|LETTERS|lettersOnly|asciiLetters)$/,
]

const partsOf = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/)

/** @returns what is wrong with a name, by its first such word */
export function refusalOf(name: string): string | undefined {
  if (ALLOWED.some((allowed) => allowed.test(name))) return undefined
  const verb = [...COMPOUND.keys()].find((one) => name.toLowerCase().includes(one.toLowerCase()))
  const word = partsOf(name).find((part) => INSTEAD.has(part.toLowerCase()))
  const instead = verb ? COMPOUND.get(verb) : word && INSTEAD.get(word.toLowerCase())
  return instead && `${name}: "${verb ?? word}" is a word of our own, the field says ${instead}`
}
