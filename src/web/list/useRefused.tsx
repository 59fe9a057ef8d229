import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import { filterOf } from '#contract/filter.ts'
import { todayOf } from '../ui/format.ts'
import { rejectedText, type Filter } from './filter-text.ts'
import { fieldsOf, refusalOf, refusedIn } from './read-address.ts'

const HERE = { error: null, isPending: false, refetch: () => undefined }

/**
 * Explains why a list has no rows when its address has an invalid filter or search; showing all rows would look
 * filtered. An unknown order or column is ignored, because it only changes the look.
 * @returns properties of the list to override; undefined if the address is valid
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
