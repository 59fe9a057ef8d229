import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { showPhone } from '#contract/phone.ts'
import { customers, type Person } from '#features/customers/customers/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { namesOf, type BookDraft } from '../draft-rules.ts'

const SEARCH_MS = 300
const ROWS = 10

export type Known = Pick<BookDraft, 'first_name' | 'last_name' | 'email' | 'phone_number'>

/** A customer or guest of those whom the person may see, whose fields are filled in; who may see none types them. */
export const KnownGuest = ({ onChoose }: { onChoose: (known: Known) => void }) =>
  refusal(useMe(), customers.everybody.permission) ? null : <Lookup onChoose={onChoose} />

function Lookup({ onChoose }: { onChoose: (known: Known) => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const term = typed.trim()
  const [sent] = useDebouncedValue(term, SEARCH_MS)
  const isChosen = chosen !== null && term === chosen
  const query = { search: sent, perPage: ROWS }
  const reading = useRead(customers.everybody, { query }, { enabled: sent.length > 1 && !isChosen })
  const isBusy = term !== sent || reading.isFetching
  const found = new Map((term.length > 1 ? (reading.data?.people ?? []) : []).map((one) => [labelOf(one), one]))
  const labels = chosen !== null && !found.has(chosen) ? [chosen, ...found.keys()] : [...found.keys()]
  return (
    <Select
      label="Find a guest (optional)"
      placeholder="Phone, email or name"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the guest' }}
      // The server has chosen already.
      filter={({ options }) => options}
      data={labels}
      value={chosen}
      onChange={(label) => {
        setChosen(label)
        const one = label === null ? undefined : found.get(label)
        if (one)
          onChoose({
            ...namesOf(one.name),
            email: one.email ?? '',
            phone_number: one.mobile ? showPhone(one.mobile) : '',
          })
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      rightSection={isBusy && term && !isChosen ? <Loader size={14} /> : undefined}
      nothingFoundMessage={term.length < 2 || isChosen || isBusy ? undefined : (reading.error?.message ?? 'No results')}
    />
  )
}

const labelOf = ({ mobile, name, email }: Person): string =>
  [mobile && showPhone(mobile), name, email].filter(Boolean).join(' · ')
