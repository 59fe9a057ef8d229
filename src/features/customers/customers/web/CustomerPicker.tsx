import { Loader } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { showPhone } from '#contract/phone.ts'
import { useRead } from '#web/api/queries.ts'
import { showAge } from '#web/ui/format.ts'
import { Select } from '#web/form/Select.tsx'
import { customers, type UserRow } from '../contract.ts'
import { nameOf } from './format.ts'

const SEARCH_MS = 300

type Props = {
  label: string
  description?: ReactNode
  /** Chosen customer. */
  value: UserRow | undefined
  onChange: (customer: UserRow | undefined) => void
  error?: ReactNode
  disabled?: boolean
}

/** Finds a customer by any part of name, email, phone, card number or payment reference (GET /admin/find-users). */
export function CustomerPicker({ value, onChange, ...field }: Props) {
  const [typed, setTyped] = useState('')
  const term = typed.trim()
  const [sent] = useDebouncedValue(term, SEARCH_MS)
  const isName = value !== undefined && term === labelOf(value)
  const reading = useRead(customers.find, { query: { keyword: sent } }, { enabled: sent.length > 0 && !isName })
  const found = isName || !term ? [] : (reading.data ?? [])
  const rows = value && !found.some(({ userId }) => userId === value.userId) ? [value, ...found] : found
  const isBusy = term !== sent || reading.isFetching
  return (
    <Select
      {...field}
      placeholder="Name, email, phone or card number"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
      // The server has filtered already.
      filter={({ options }) => options}
      data={rows.map((row) => ({ value: String(row.userId), label: labelOf(row) }))}
      value={value ? String(value.userId) : null}
      onChange={(id) => onChange(rows.find(({ userId }) => String(userId) === id))}
      searchValue={typed}
      onSearchChange={setTyped}
      rightSection={isBusy && term && !isName ? <Loader size={14} /> : undefined}
      nothingFoundMessage={!term || isName || isBusy ? undefined : (reading.error?.message ?? 'No customers match')}
    />
  )
}

const labelOf = (row: UserRow): string =>
  [nameOf(row), row.dateOfBirth && showAge(row.dateOfBirth), row.email, row.mobile && showPhone(row.mobile)]
    .filter(Boolean)
    .join(' · ')
