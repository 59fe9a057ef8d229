import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Data } from '#web/api/client.ts'
import { useRead } from '#web/api/queries.ts'
import { Thumb } from '#web/ui/Thumb.tsx'
import { movies } from '../contract.ts'

export type PickedMovie = Data<typeof movies.search>[number]

/** Operations 9: the movie is searched for when nothing was typed for a second. */
const DEBOUNCE_MS = 1000

type Props = {
  label: string
  /** The movie's id; empty for none. */
  value: string
  onChange: (movie: PickedMovie | undefined) => void
  error?: string | undefined
  disabled?: boolean
}

/** A movie, searched for by a part of its title or id. */
export function MoviePicker({ label, value, onChange, error, disabled = false }: Props) {
  const [term, setTerm] = useState('')
  const [wanted] = useDebouncedValue(term.trim(), DEBOUNCE_MS)
  const [picked, setPicked] = useState<PickedMovie>()
  // One that was chosen another time is known by its id alone: its title is asked for.
  const known = useRead(
    movies.search,
    { query: { title: value } },
    { enabled: Boolean(value) && picked?.id !== value, staleTime: Infinity },
  )
  const chosen = picked?.id === value ? picked : known.data?.find(({ id }) => id === value)
  const isTitle = chosen?.movie_title === term.trim()
  const found = useRead(movies.search, { query: { title: isTitle ? '' : wanted } }, { enabled: !disabled })
  const options = found.data ?? []
  const all = chosen && !options.some(({ id }) => id === chosen.id) ? [chosen, ...options] : options
  const isWaiting = found.isFetching || (!isTitle && term.trim() !== wanted)

  return (
    <Select
      label={label}
      placeholder="Search by title or ID"
      searchable
      clearable
      disabled={disabled}
      data={[
        // One that is not known stands by its id.
        ...(value && !all.some(({ id }) => id === value) ? [{ value, label: value }] : []),
        ...all.map(({ id, movie_title }) => ({ value: id, label: movie_title })),
      ]}
      // The server has searched: all that it found is shown.
      filter={({ options: found }) => found}
      limit={20}
      value={value || null}
      onChange={(id) => {
        const movie = all.find((one) => one.id === id)
        setPicked(movie)
        onChange(movie)
      }}
      onSearchChange={setTerm}
      nothingFoundMessage={found.error ? found.error.message : isWaiting ? 'Searching…' : 'No movies match'}
      renderOption={({ option }) => {
        const movie = all.find(({ id }) => id === option.value)
        return <Thumb src={movie?.small_poster} title={option.label} subtitle={option.value} />
      }}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      comboboxProps={{ shadow: 'md' }}
      error={error}
    />
  )
}
