import { isOptionsGroup, type OptionsFilter } from '@mantine/core'
import { hasTerms } from '#contract/fold.ts'

/** The options of a picker that have every typed word, as the lists find their rows. */
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
