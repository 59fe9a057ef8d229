import { TextInput, type AutocompleteProps } from '@mantine/core'
import { CLOSED, prefetchOnHover } from '../ui/prefetchOnHover.tsx'

type Props = Omit<AutocompleteProps, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void }

/** Text with a list of what was written before: Mantine's, fetched when somebody comes near. */
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
