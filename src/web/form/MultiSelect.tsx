import { ComboboxChevron, Pill, PillsInput, type MultiSelectProps } from '@mantine/core'
import { useId, useState } from 'react'
import { CLOSED, prefetchOnHover } from '../ui/prefetchOnHover.tsx'
import { labelOf } from './label-of.ts'

type Props = Pick<
  MultiSelectProps,
  | 'label'
  | 'error'
  | 'placeholder'
  | 'searchable'
  | 'clearable'
  | 'hidePickedOptions'
  | 'maxDropdownHeight'
  | 'data'
  | 'onBlur'
> & {
  value: string[]
  onChange: (value: string[]) => void
}

/** Choice of several options. Mantine's component is loaded on hover or focus. */
export const MultiSelect = prefetchOnHover<Props>(
  async () => (await import('./lists/MultiSelect.ts')).MultiSelect,
  Closed,
)

/** Look of the field while its list is closed. */
function Closed({ label, error, placeholder, data, value, onChange }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  return (
    <PillsInput
      label={label}
      error={error}
      rightSection={<ComboboxChevron error={error} w={16} h={16} />}
      rightSectionPointerEvents="none"
      id={id}
    >
      <Pill.Group>
        {value.map((one) => (
          <Pill
            key={one}
            withRemoveButton
            removeButtonProps={{ tabIndex: -1, 'aria-hidden': true }}
            onRemove={() => onChange(value.filter((other) => other !== one))}
          >
            {labelOf(data, one)}
          </Pill>
        ))}
        <PillsInput.Field
          id={id}
          {...CLOSED}
          placeholder={placeholder}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Pill.Group>
    </PillsInput>
  )
}
