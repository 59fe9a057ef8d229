import type { CorrectableRecordType } from '../rules.ts'

const INCOMING = '/dashboard/incoming-data'
const CORRECTIONS = `${INCOMING}/corrections`

export const paths = {
  keys: '/dashboard/feed-keys',
  incoming: INCOMING,
  line: (id: string | number) => `${INCOMING}?line=${id}`,
  corrections: CORRECTIONS,
  /** By its source and its sender's id, with a space between them. */
  countedPurchase: (named: string) => {
    const [source = '', ...id] = named.split(' ')
    return paths.counted('purchases', source, id.join(' '))
  },
  /** A line that counts, by its sender's id. */
  counted: (recordType: CorrectableRecordType, source: string, id: string) =>
    `${CORRECTIONS}?${new URLSearchParams({ of: recordType, sender: source, id })}`,
}
