import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import { filterOf } from '#contract/filter.ts'
import { todayOf } from '../ui/format.ts'
import { rejectedText, type Filter } from './filter-text.ts'
import { fieldsOf, refusalOf, refusedIn } from './read-address.ts'

const HERE = { error: null, isPending: false, refetch: () => undefined }

/**
 * Says why a list has no rows, while its address asks for what a filter or the search does not take: it would show all, and
 * look filtered. An order or a column that does not exist only changes how the rows are shown, and is left out.
 * @returns properties of the list in place of its own; undefined where the address is fine
 */
export function useRefused(
  filters: readonly Filter[],
  query: z.core.$ZodType | undefined,
  onChange: (patch: Record<string, undefined>) => unknown,
  searchField = 'search',
) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const refused = refusedIn(query, search, [searchField, ...filters.map(({ name }) => name)], todayOf(query))
  if (!refused.length) return
  const texts = refused.map(({ name, text }) => {
    const filter = filters.find((one) => one.name === name)
    return filter ? rejectedText(filter, filterOf(fieldsOf(query)[name]), text) : refusalOf(query, name, text)!
  })
  const what = refused.length > 1 ? 'the filters' : refused[0]!.name === searchField ? 'the search' : 'the filter'
  const title = texts.join('. ')
  return {
    rows: [],
    total: 0,
    reading: HERE,
    empty: {
      title,
      text: `Remove ${what} to see the list`,
      action: (
        <Button
          variant="default"
          onClick={() => onChange(Object.fromEntries(refused.map(({ name }) => [name, undefined])))}
        >
          Remove {what}
        </Button>
      ),
    },
  }
}
