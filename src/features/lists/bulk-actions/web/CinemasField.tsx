import { MultiSelect } from '@mantine/core'
import { scopeOf } from '#contract/permissions.ts'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { concessions } from '#features/counter/concessions/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'

type Props = {
  label: string
  description?: string | undefined
  error?: string | undefined
  /** Ids with commas between. */
  value: string
  onChange: (value: string) => void
}

/** Several cinemas, of those whose counters one looks after. */
export function CinemasField({ value, onChange, ...shared }: Props) {
  const { data, error } = useRead(cinemas.list, {})
  const scope = scopeOf(useMe(), concessions.atCinemas.permission)
  const offered = (data ?? [])
    .map(({ name, cinemas: ofState }) => ({
      group: name,
      items: ofState
        .filter(({ id }) => scope === 'chain' || scope.includes(id))
        .map(({ id, cinema_name: label }) => ({ value: id, label })),
    }))
    .filter(({ items }) => items.length)
  return (
    <MultiSelect
      {...shared}
      searchable
      clearable
      data={offered}
      placeholder={value ? undefined : error ? 'Not loaded' : 'The cinema of the list'}
      nothingFoundMessage="No cinema has this name"
      value={value ? value.split(',') : []}
      onChange={(chosen) => onChange(chosen.join())}
    />
  )
}
