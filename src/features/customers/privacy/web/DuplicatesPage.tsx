import { useList } from '#web/list/useList.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { privacy } from '../contract.ts'
import { pairKey, usePairColumns } from './pairs.tsx'

const FILTERS = [
  {
    name: 'by',
    label: 'Matches on',
    options: [
      { value: 'phone', label: 'Phone' },
      { value: 'name', label: 'Name and date of birth' },
    ],
  },
]

/** Pairs of customers that may be one person, to be merged or told apart. */
export function DuplicatesPage() {
  const list = useList(privacy.duplicates, { label: 'Possible duplicates', rows: (data) => data.pairs })
  return (
    <ListScreen
      {...list}
      title="Possible duplicates"
      note="Customers with the same phone, or the same name and date of birth"
      columns={usePairColumns()}
      rowKey={pairKey}
      empty={{
        title: 'No possible duplicates',
        text: 'No two customers share a phone, or a name and date of birth',
      }}
      filters={FILTERS}
    />
  )
}
