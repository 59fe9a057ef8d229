import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { clockOf } from '#contract/time.ts'
import { config } from '#web/config.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import type { EventMovie } from '../contract.ts'
import { DEFAULT_TIME, messages, MOST_LINES, showExactNaira } from '../rules.ts'
import { LABELS } from './draft.ts'
import type { CinemaOption } from './EventForm.tsx'
import styles from './Events.module.css'
import type { EventFormType } from './form-type.ts'
import { showStart } from './format.ts'

// Fetched when it is opened.
const AddMovieDialog = lazy(() => import('./AddMovieDialog.tsx'))

type Props = { form: EventFormType; cinema: CinemaOption | undefined; permission: RequiredPermission }

/** The movies that are shown, each with its showtime and ticket. */
export function MoviesSection({ form, cinema, permission }: Props) {
  const [isAdding, setAdding] = useState(false)
  const { movies, date, time } = form.values
  const set = (next: EventMovie[]) => {
    form.setFieldValue('movies', next)
    form.clearFieldError('movies')
  }
  const first = movies.map(({ show_time: at }) => clockOf(at, config.zone)).toSorted()[0]
  const isLate = first !== undefined && first < time
  const notNow = !cinema
    ? messages.cinema
    : !date
      ? messages.date
      : movies.length >= MOST_LINES
        ? messages.tooMany
        : undefined
  return (
    <Card
      title={LABELS.movies}
      required
      actions={
        <ActionButton
          variant="default"
          size="compact-sm"
          leftSection="+"
          permission={permission}
          disabledReason={notNow}
          onClick={() => setAdding(true)}
        >
          ADD MOVIE
        </ActionButton>
      }
    >
      {movies.length ? (
        <ul className={styles.movies} aria-label={LABELS.movies}>
          {movies.map((movie, at) => (
            <li key={`${movie.show_time_id} ${movie.ticket.product_id}`} className={styles.movie}>
              <Thumb
                src={movie.movie_poster}
                title={movie.movie_name}
                subtitle={`${showStart(movie.show_time)}, ${movie.screen_name}`}
              />
              <span className={styles.ticket}>
                {movie.isCancelled && <StatusPill tone="bad">Cancelled</StatusPill>}
                {movie.ticket.product_name} {showExactNaira(movie.ticket.product_price)}
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${movie.movie_name} at ${showStart(movie.show_time)}`}
                onClick={() => set(movies.toSpliced(at, 1))}
              >
                ×
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>No movies yet. Add one with its showtime and ticket.</p>
      )}
      {isLate && (
        <p className={styles.late} role="status">
          The first showtime, {first}, is before the event starts, {time}
        </p>
      )}
      {form.errors.movies && (
        <p className={styles.wrong} role="alert">
          {form.errors.movies}
        </p>
      )}
      <Suspense>
        {isAdding && cinema && (
          <AddMovieDialog
            cinema={cinema}
            day={date}
            chosen={movies}
            onAdd={(movie) => {
              set([...movies, movie])
              // Whoever has not said when it begins is offered the first showtime.
              if (!movies.length && time === DEFAULT_TIME)
                form.setFieldValue('time', clockOf(movie.show_time, config.zone))
              setAdding(false)
            }}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </Card>
  )
}
