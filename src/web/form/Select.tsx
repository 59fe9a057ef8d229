import { ComboboxChevron, InputBase, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { CLOSED, prefetchOnHover } from '../ui/prefetchOnHover.tsx'
import { labelOf } from './label-of.ts'

/** Mantine's component, loaded on hover or focus. */
const Field = prefetchOnHover<SelectProps>(async () => (await import('./lists/Select.ts')).Select, Closed)

/** Choice of one option. Pressing a searchable field starts a new choice: typed text replaces the chosen label. */
export function Select({ onClick, ...props }: SelectProps) {
  const { data, value, searchable } = props
  return (
    <Field
      {...props}
      onClick={(event) => {
        const { currentTarget: input } = event
        if (searchable && value != null && input.value === labelOf(data, value)) input.select()
        onClick?.(event)
      }}
    />
  )
}

/** Look of the field while its list is closed. */
function Closed(props: SelectProps) {
  const { data, value, searchable = false, searchValue, ...rest } = props
  const chosen = value == null ? '' : labelOf(data, value)
  const [typed, setTyped] = useState<string>()
  return (
    <InputBase
      rightSection={<ComboboxChevron error={rest.error} w={16} h={16} />}
      rightSectionPointerEvents="none"
      {...ofInput(rest)}
      {...CLOSED}
      pointer={!searchable}
      readOnly={rest.readOnly || !searchable}
      value={typed ?? searchValue ?? chosen}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}

/** Removes the properties of the list. */
function ofInput({
  allowDeselect: _1,
  clearable: _2,
  clearButtonProps: _3,
  comboboxProps: _4,
  filter: _5,
  limit: _6,
  nothingFoundMessage: _7,
  onChange: _8,
  onSearchChange: _9,
  renderOption: _10,
  defaultValue: _11,
  maxDropdownHeight: _12,
  ...input
}: Omit<SelectProps, 'data' | 'value' | 'searchable' | 'searchValue'>) {
  return input
}
