import { TextInput, type AutocompleteProps } from '@mantine/core'
import { CLOSED, prefetchOnHover } from '../ui/prefetchOnHover.tsx'

type Props = Omit<AutocompleteProps, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void }

/** Text with suggestions. Mantine's component is loaded on hover or focus. */
export const Autocomplete = prefetchOnHover<Props>(
  async () => (await import('./lists/Autocomplete.ts')).Autocomplete,
  ({ label, error, placeholder, maxLength, value, onChange }) => (
    <TextInput
      label={label}
      error={error}
      placeholder={placeholder}
      maxLength={maxLength}
      {...CLOSED}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ),
)
