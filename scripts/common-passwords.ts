/**
 * `node scripts/common-passwords.ts LIST…`: makes the list of common passwords anew, from lists with one password a line
 * or a JSON array (docs/adr/0013-common-passwords.md), and says how large it is and how often it is wrong.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { coreOf, FILE, filterOf, isCommon } from '#server/auth/common-passwords.ts'

const TRIES = 1_000_000

const passwords = process.argv.slice(2).flatMap((file): string[] => {
  const text = readFileSync(file, 'utf8')
  return file.endsWith('.json') ? JSON.parse(text) : text.split(/\r?\n/).filter(Boolean)
})
const cores = new Set(passwords.map(coreOf))
const made = filterOf(cores)
writeFileSync(FILE, made)
const missed = passwords.filter((password) => !isCommon(password))
let wrong = 0
for (let n = 0; n < TRIES; n++) if (isCommon(randomBytes(12).toString('base64'))) wrong++
console.log(
  `${passwords.length} passwords, ${cores.size} cores, ${made.length} bytes; ${missed.length} missed; ${wrong} of ${TRIES} random passwords rejected`,
)
