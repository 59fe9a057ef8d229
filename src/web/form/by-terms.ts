import { isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { hasTerms } from '#contract/fold.ts'

/** Finds the options that contain every typed word, like the search of lists. */
export const byTerms: OptionsFilter = ({ options, search, limit }) => {
  const found: typeof options = []
  for (const option of options) {
    if (found.length === limit) break
    if (isOptionsGroup(option))
      found.push({ ...option, items: byTerms({ options: option.items, search, limit: limit - found.length }) as never })
    else if (hasTerms(option.label, search)) found.push(option)
  }
  return found
}
