import { expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

const form = (title: string, file?: File) => {
  const sent = new FormData()
  sent.append('title', title)
  if (file) sent.append('file', file)
  return { body: sent }
}
const picture = (bytes: string) => new File([bytes], 'poster.png', { lastModified: 1 })

it('is the same for the same form and differs for another text or file', () => {
  const first = fingerprintOf(form('Tonight', picture('one')))
  expect(fingerprintOf(form('Tonight', picture('one')))).toBe(first)
  for (const other of [form('Tomorrow', picture('one')), form('Tonight', picture('other')), form('Tonight')])
    expect(fingerprintOf(other)).not.toBe(first)
})

it('covers all values of other bodies', () => {
  const one = fingerprintOf({ params: { id: 7 }, body: { name: 'Ada' } })
  expect(fingerprintOf({ params: { id: 7 }, body: { name: 'Ada' } })).toBe(one)
  expect(fingerprintOf({ params: { id: 8 }, body: { name: 'Ada' } })).not.toBe(one)
})
