import { describe, expect, test } from 'vitest'
import { inOrder, isolated, unmarked, withoutNames } from './isolate.ts'

describe('inOrder', () => {
  test.each([
    ['Merge علي بن محمد (#1787) into Ada (#12)?', 'Merge \u2068علي بن محمد\u2069 (#1787) into Ada (#12)?'],
    ['Delete שָׂרָה?', 'Delete \u2068שָׂרָה\u2069?'],
    ["Deleted אבו-חצירא, ד'ני", "Deleted \u2068אבו-חצירא\u2069, \u2068ד'ני\u2069"],
    ['𞤀𞤣𞤵 and 3 others', '\u2068𞤀𞤣𞤵\u2069 and 3 others'],
    ['Delete Ṣadé Ọ̀ṣúnbọ́ (12)?', 'Delete Ṣadé Ọ̀ṣúnbọ́ (12)?'],
  ])('isolates right-to-left names in: %s', (sentence, ordered) => {
    expect(inOrder(sentence)).toBe(ordered)
  })

  test('hides names without permission, and removes marks for files', () => {
    const sentence = `Merged ${isolated('Ada Obi')} into ${isolated('علي')}: phone`
    expect(withoutNames(sentence, '•••')).toBe('Merged ••• into •••: phone')
    expect(unmarked(sentence)).toBe('Merged Ada Obi into علي: phone')
  })
})
