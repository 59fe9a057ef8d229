import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { coreOf, isCommon, withoutRepeats, withoutRuns } from './common-passwords.ts'
import { passwordMessages, passwordProblem } from './password-rules.ts'

const owner = { email: 'a.okafor@cinema.example', firstName: 'Adaézè', lastName: 'Okafor', mobile: '+2348031234567' }
const problem = (password: string, min = 15) =>
  passwordProblem(password, { min, owner, chain: 'Silverbird Film House' })
const { common, commonRest, predictable, known } = passwordMessages

describe('a new password', () => {
  // ASVS: 6.2.11
  test.each([
    'harmattan at noon',
    'lagos island 1962',
    'ọbá of the palace',
    'correct horse battery staple',
    'kT9#vQ2!mZx7-pLw',
  ])('is rejected if it is only its person: %s', (password) => expect(problem(password)).toBeUndefined())

  // ASVS: 6.2.4
  test.each([
    ['fourteen chars', 'Use at least 15 characters'],
    // Counted as people count characters.
    ['🎬🎬🎬🎬🎬🎬🎬🎬', 'Use at least 15 characters'],
    ['password1234567', common],
    ['passwordpassword', common],
    ['P@ssw0rd!!!!!2026', common],
    ['chelsea chelsea 7', common],
    ['iloveyouiloveyou', common],
    ['momsanaladventure', common],
    ['password-okafor-1', commonRest],
    // The remaining letters are plum, and common words.
    ['Marquee-okafor-31-plum', commonRest],
    ['123456789012345', predictable],
    ['qwertyuiopasdfg', predictable],
    ['1qaz2wsx3edc4rfv', predictable],
    ['aaaaaaaaaaaaaaaa', predictable],
    ['abcabcabcabcabc', predictable],
    ['Marquee2026!!!!!', known],
    ['marqueemarquee1', known],
    ['silverbird film 26', known],
    ['Adaeze.Okafor.2026', known],
    ['a.okafor@cinema.example', known],
    ['08031234567 adaeze', known],
  ])('%s is rejected: %s', (password, message) => expect(problem(password)).toBe(message))

  // ASVS: 6.2.1
  test('has the minimum length', () => {
    expect([problem('harmattan 12', 12), problem('harmattan 1', 12)]).toEqual([undefined, 'Use at least 12 characters'])
  })

  // ASVS: 6.2.5
  test('is falsely found common less than once in a thousand times', () => {
    const refused = Array.from({ length: 1000 }, (_, n) =>
      isCommon(createHash('sha256').update(`${n}`).digest('base64')),
    )
    expect(refused.filter(Boolean).length).toBeLessThanOrEqual(1)
  })
})

describe('coreOf', () => {
  test.each([
    ['Password2026!', 'password'],
    ['1111monkey', 'monkey'],
    ['dr@g0n 99', 'dragon'],
    ['lagoslagoslag', 'lagos'],
    ['24681357', '24681357'],
  ])('%s has the core %s', (password, core) => expect(coreOf(password)).toBe(core))

  test('removes sequences and repetitions', () => {
    expect([withoutRuns('xy12345zz'), withoutRuns('hellooooo'), withoutRepeats('abab'), withoutRepeats('abc')]).toEqual(
      ['xyzz', 'hell', 'ab', 'abc'],
    )
  })

  // ASVS: 6.2.12
  test('finds passwords that many people have common, and no other', () => {
    for (const password of ['letmein', 'dragon', 'Liverpool1', 'trustno1', 'zQjphsyf6ctifgu'])
      expect(isCommon(password)).toBe(true)
    for (let n = 0; n < 200; n++) expect(isCommon(`violet ${n} kettle ${n * 7} drums`)).toBe(false)
  })
})
