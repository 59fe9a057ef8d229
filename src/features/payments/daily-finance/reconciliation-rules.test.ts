import { expect, test } from 'vitest'
import { mismatchOf, type Side } from './reconciliation-rules.ts'

const side = (state: Side['state'], paid = 100, currency = 'NGN'): Side => ({ state, kobo: paid, currency })
test.each<[string, Side | undefined, Side | undefined, string | undefined]>([
  ['the same', side('succeeded'), side('succeeded'), undefined],
  ['charged there alone', undefined, side('succeeded'), 'missing here'],
  ['tried there alone', undefined, side('failed'), undefined],
  ['begun there alone', undefined, side('open'), undefined],
  ['paid here alone', side('succeeded'), undefined, 'missing there'],
  ['failed here alone', side('failed'), undefined, undefined],
  ['open here alone', side('open'), undefined, undefined],
  ['another amount', side('succeeded'), side('succeeded', 99), 'amount'],
  ['another currency', side('succeeded'), side('succeeded', 100, 'USD'), 'amount'],
  ['paid here, failed there', side('succeeded'), side('failed'), 'state'],
  ['failed here, charged there', side('failed'), side('succeeded'), 'state'],
  ['failed on both sides, of other amounts', side('failed'), side('open', 5), undefined],
])('a payment that is %s', (_, ledger, provider, kind) => {
  expect(mismatchOf(ledger, provider)).toBe(kind)
})
