import { TextInput, type AutocompleteProps } from '@mantine/core'
import { whenNear } from '../ui/whenNear.tsx'

type Props = Omit<AutocompleteProps, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void }

/** Text with a list of what was written before: Mantine's, fetched when somebody comes near. */
export const Autocomplete = whenNear<Props>(
  async () => (await import('./lists/Autocomplete.ts')).Autocomplete,
  ({ label, error, placeholder, maxLength, value, onChange }) => (
    <TextInput
      label={label}
      error={error}
      placeholder={placeholder}
      maxLength={maxLength}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ),
)
