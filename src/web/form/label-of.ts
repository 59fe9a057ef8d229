import type { ComboboxData } from '@mantine/core'

type Data = ComboboxData | undefined

/** Returns the label of an option. Options may be in groups, and may be their own labels. */
export function labelOf(data: Data, value: string): string {
  for (const item of data ?? []) {
    if (typeof item !== 'object') {
      if (String(item) === value) return String(item)
    } else if ('group' in item) {
      const label = labelOf(item.items as Data, value)
      if (label) return label
    } else if (item.value === value) return item.label
  }
  return ''
}
