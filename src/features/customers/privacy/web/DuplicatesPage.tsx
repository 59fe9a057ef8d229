import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import { Filters } from '#web/list/Filters.tsx'
import { List } from '#web/list/List.tsx'
import { useRefused } from '#web/list/useRefused.tsx'
import { Page } from '#web/ui/Page.tsx'
import { privacy } from '../contract.ts'
import { DUPLICATES_PAGE } from '../rules.ts'
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
  const [address, setAddress] = useAddress(privacy.duplicates.query)
  const { page = 1, perPage = DUPLICATES_PAGE, by } = address
  const reading = useRead(privacy.duplicates, { query: { page, perPage, by } })
  const refused = useRefused(FILTERS, privacy.duplicates.query, setAddress)
  return (
    <Page title="Possible Duplicates" note="Customers with the same phone, or the same name and date of birth">
      <List
        label="Possible duplicates"
        columns={usePairColumns()}
        reading={reading}
        rows={reading.data?.pairs}
        total={reading.data?.totalCount}
        page={page}
        perPage={perPage}
        onPage={(to, how) => setAddress({ page: to }, how)}
        rowKey={pairKey}
        empty={{
          title: 'No possible duplicates',
          text: 'No two customers share a phone, or a name and date of birth.',
        }}
        toolbar={<Filters query={privacy.duplicates.query} filters={FILTERS} values={address} onChange={setAddress} />}
        {...refused}
      />
    </Page>
  )
}
