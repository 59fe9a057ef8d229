import { expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

const form = (title: string, file?: File) => {
  const sent = new FormData()
  sent.append('title', title)
  if (file) sent.append('file', file)
  return { body: sent }
}
const picture = (bytes: string) => new File([bytes], 'poster.png', { lastModified: 1 })

it('the same form is the same save, another word or another file is another', () => {
  const first = fingerprintOf(form('Tonight', picture('one')))
  expect(fingerprintOf(form('Tonight', picture('one')))).toBe(first)
  for (const other of [form('Tomorrow', picture('one')), form('Tonight', picture('other')), form('Tonight')])
    expect(fingerprintOf(other)).not.toBe(first)
})

it('what is no form goes by all that it holds', () => {
  const one = fingerprintOf({ params: { id: 7 }, body: { name: 'Ada' } })
  expect(fingerprintOf({ params: { id: 7 }, body: { name: 'Ada' } })).toBe(one)
  expect(fingerprintOf({ params: { id: 8 }, body: { name: 'Ada' } })).not.toBe(one)
})
