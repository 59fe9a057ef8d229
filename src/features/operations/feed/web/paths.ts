import type { CorrectableRecordType } from '../rules.ts'

const INCOMING = '/dashboard/incoming-data'
const CORRECTIONS = `${INCOMING}/corrections`

export const paths = {
  keys: '/dashboard/feed-keys',
  incoming: INCOMING,
  line: (id: string | number) => `${INCOMING}?line=${id}`,
  corrections: CORRECTIONS,
  /** Decodes a source and the sender's id, separated by a space. */
  countedPurchase: (named: string) => {
    const [source = '', ...id] = named.split(' ')
    return paths.counted('purchases', source, id.join(' '))
  },
  /** Address of an included record. */
  counted: (recordType: CorrectableRecordType, source: string, id: string) =>
    `${CORRECTIONS}?${new URLSearchParams({ of: recordType, sender: source, id })}`,
}
