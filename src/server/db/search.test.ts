import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { fold } from '#contract/fold.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { hasTerms } from './search.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const foldedByDatabase = async (texts: readonly string[]) => {
  const { rows } = await server.db.execute<{ folded: string }>(sql`
    select fold(text) as folded from unnest(${sql.param(texts)}::text[]) with ordinality x(text, n) order by n`)
  return rows.map((row) => row.folded)
}

describe('folded text', () => {
  test.for([
    ['Ṣadé Ọ̀ṣúnbọ́', 'sade osunbo'],
    ['Ọlámidé Títílayọ̀ Adébáyọ̀', 'olamide titilayo adebayo'],
    ['Chị́nwé Nwaọ́gụ', 'chinwe nwaogu'],
    ['Ńkechi Ụzọma Ṅwọkedi', 'nkechi uzoma nwokedi'],
    ['Ɗanladi Ƙasimu Ɓala Ƴarʼadua', 'danladi kasimu bala yaradua'],
    ['Cian O’Brien, O`Brien, OʼBrien, O´Brien', 'cian obrien, obrien, obrien, obrien'],
    ['Adé-Òjó  Ade‑Ojo\u00a0\tAde–Ojo ', 'adeojo adeojo adeojo'],
    ['L’arnacœur, Amélie, Æon, Straße, Þór', 'larnacoeur, amelie, aeon, strasse, thor'],
    ['Łódź Øre Đặng İstanbul ılık Ərəb', 'lodz ore dang istanbul ilik ereb'],
    ['ΟΔΥΣΣΕΥΣ Ёлка', 'οδυσσευσ елка'],
    ['FLW-3389471664 ada+k@mail.example +2348031234567', 'flw3389471664 ada+k@mail.example +2348031234567'],
    ['\u202eAda\u200b \ufeffObi', 'ada obi'],
    ['', ''],
  ])('%j is %j, composed or decomposed, in both', async ([text, folded]) => {
    const forms = [text!, text!.normalize('NFC'), text!.normalize('NFD'), folded!]
    expect(forms.map(fold)).toEqual(forms.map(() => folded))
    expect(await foldedByDatabase(forms)).toEqual(forms.map(() => folded))
  })

  test('is the same in the database and in code', async () => {
    const letter = fc.oneof(
      fc.integer({ min: 0x20, max: 0x24f }),
      fc.integer({ min: 0x250, max: 0x2ff }),
      fc.integer({ min: 0x300, max: 0x3ff }),
      fc.integer({ min: 0x400, max: 0x6ff }),
      fc.integer({ min: 0x1e00, max: 0x1fff }),
      fc.integer({ min: 0x2000, max: 0x206f }),
      fc.constantFrom(0x9, 0xa, 0x3000, 0xa78c, 0xfeff, 0xff07, 0x1f600, 0xac00),
    )
    const text = fc.array(letter, { maxLength: 12 }).map((codes) => String.fromCodePoint(...codes))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 40, maxLength: 80 }), async (texts) => {
        expect(await foldedByDatabase(texts)).toEqual(texts.map(fold))
      }),
      { numRuns: 30 },
    )
  })
})

describe('a search', () => {
  const finds = async (text: string, term: string) => {
    const { rows } = await server.db.execute<{ found: boolean }>(
      sql`select ${hasTerms(sql`search_text`, term)} as found from (select fold(${text}) as search_text) x`,
    )
    return rows[0]!.found
  }
  const WHO = 'Chinedu Ibe ibe.chinedu@mail.example +2348031234567'
  const BRITON = 'Cian O’Brien-Hale cian@mail.example +447911123456'

  test.for(['chin ibe', 'Ibe,  Chinedu', 'IBE chinedu', 'ibe 0803', 'Chínẹdu'])(
    'finds Chinedu Ibe by %j',
    async (term) => expect(await finds(WHO, term)).toBe(true),
  )
  test.for(['chinedu obi', 'chinedu 0804', '%', 'chin_du', ',', '--'])(
    'does not find Chinedu Ibe by %j',
    async (term) => expect(await finds(WHO, term)).toBe(false),
  )
  test.for([
    '0803 123 4567',
    '0803',
    '123-4567',
    '+234 803 123 4567',
    '234 803',
    '00234 803 123 4567',
    '002348031234567',
    '+234 (0) 803 123 4567',
    '803‑123‑4567',
  ])('the phone +2348031234567 is found by %j', async (term) => expect(await finds(WHO, term)).toBe(true))
  test.for(['07911 123456', '+44 (0)7911 123456', '0044 7911 123456', '7911'])(
    'the phone +447911123456 is found by %j',
    async (term) => expect(await finds(BRITON, term)).toBe(true),
  )
  test.for(['obrien', "o'brien", 'O‘Brien', 'hale obrien', 'obrien-hale', 'obrien hale'])(
    'O’Brien-Hale is found by %j',
    async (term) => expect(await finds(BRITON, term)).toBe(true),
  )
  test.for(['0803 124', '0803 123 4568', '00233 803 123 4568'])('does not find the phone by %j', async (term) =>
    expect(await finds(WHO, term)).toBe(false),
  )
})
