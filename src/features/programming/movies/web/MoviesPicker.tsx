import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { readChoice, writeChoice } from '#contract/filter.ts'
import { useRead } from '#web/api/queries.ts'
import { optionsOf } from '#web/list/filter-text.ts'
import { RangePopover, type RangeProps } from '#web/list/RangePopover.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import type { Opened } from '#web/ui/useOpener.ts'
import { movies } from '../contract.ts'
import styles from './MoviesPicker.module.css'

/** As the picker of one movie has it (operations 9). */
const DEBOUNCE_MS = 1000

/** A list's filter of movies: several, searched for by a part of their title or id. Those that are chosen come first. */
export const MoviesPicker = (props: Opened & RangeProps) => (
  <RangePopover {...props}>{() => <Movies {...props} />}</RangePopover>
)

function Movies({ filter, of, text, onAsk }: RangeProps) {
  const [term, setTerm] = useState('')
  const [wanted] = useDebouncedValue(term.trim(), DEBOUNCE_MS)
  const reading = useRead(movies.search, { query: { title: wanted } })
  const chosen = text === undefined ? undefined : readChoice(text)
  const values = chosen === undefined || chosen === 'some' ? [] : chosen.values
  // What was chosen when it opened keeps its place, whether it is chosen still or not.
  const [first] = useState(() => optionsOf(filter, of, text).filter(({ value }) => values.includes(value)))
  const found = (reading.data ?? []).filter(({ id }) => first.every(({ value }) => value !== id))
  const toggle = (id: string) => {
    const rest = values.filter((one) => one !== id)
    onAsk(writeChoice({ values: rest.length < values.length ? rest : [...values, id].toSorted(), orNone: false }))
  }
  const box = (id: string, title: string, poster?: string) => (
    <Checkbox
      key={id}
      classNames={{ body: styles.movie!, labelWrapper: styles.text! }}
      checked={values.includes(id)}
      onChange={() => toggle(id)}
      label={<Thumb src={poster} title={title} subtitle={id} />}
    />
  )
  return (
    <div className={styles.picker}>
      <TextInput
        size="xs"
        label="Search by title or ID"
        autoComplete="off"
        value={term}
        onChange={({ currentTarget: { value } }) => setTerm(value)}
      />
      <div className={styles.movies} aria-busy={reading.isFetching || term.trim() !== wanted}>
        {wanted === '' && first.map(({ value, label }) => box(value, label))}
        {reading.data ? (
          (wanted === '' ? found : reading.data).map((movie) => box(movie.id, movie.movie_title, movie.small_poster))
        ) : reading.error ? (
          <p>{reading.error.message}</p>
        ) : (
          <Skeleton height={200} />
        )}
        {reading.data?.length === 0 && <p>No movies match</p>}
      </div>
    </div>
  )
}
