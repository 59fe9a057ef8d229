import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import type { Day } from '#contract/time.ts'
import { movies } from '#features/programming/movies/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showDay } from '#web/ui/format.ts'
import { Thumb } from '#web/ui/Thumb.tsx'
import layout from '#web/form/layout.module.css'
import { events, type EventMovie } from '../contract.ts'
import { messages, showExactNaira } from '../rules.ts'
import type { CinemaOption } from './EventForm.tsx'
import styles from './Events.module.css'
import { showStart } from './format.ts'

type Props = {
  cinema: CinemaOption
  day: Day
  chosen: readonly EventMovie[]
  onAdd: (movie: EventMovie) => void
  onClose: () => void
}

/** Add Movie (operations 2, 5): a movie, one of its showtimes of the date that have seats, and a ticket of it. */
export default function AddMovieDialog({ cinema, day, chosen, onAdd, onClose }: Props) {
  const [movieId, setMovie] = useState('')
  const [showtimeId, setShowtime] = useState('')
  const [ticketId, setTicket] = useState('')
  const [isConfirming, setConfirming] = useState(false)

  const onShow = useRead(
    movies.newList,
    { query: { cinema_id: cinema.id, start_date: day, end_date: day, platform: 'WEB' } },
    { refetchOnMount: 'always' },
  )
  const offered = (onShow.data ?? [])
    .map((movie) => ({ ...movie, show_times: movie.show_times.filter(({ seats_available }) => seats_available > 0) }))
    .filter(({ show_times }) => show_times.length)
  const movie = offered.find(({ movie_id }) => movie_id === movieId)
  const showtime = movie?.show_times.find(({ show_time_id }) => show_time_id === showtimeId)
  const types = useRead(
    events.ticketTypes,
    {
      query: {
        cinema_id: cinema.id,
        show_time: showtimeId,
        cinema_screen_section_id: showtime?.cinema_screen_id,
      },
    },
    { enabled: Boolean(showtime) },
  )
  // Those of the showtime before are not offered for this one.
  const tickets = showtime && !types.isPlaceholderData ? types.data?.tickets : undefined
  const ticket = tickets?.find(({ product_id }) => product_id === ticketId)
  const isTwice =
    ticket && chosen.some((one) => one.show_time_id === showtimeId && one.ticket.product_id === ticket.product_id)

  const missing = {
    movie: movie ? undefined : messages.selectMovie,
    showtime: showtime ? undefined : messages.selectShowtime,
    ticket: !ticket ? messages.selectTicket : isTwice ? messages.twice : undefined,
  }
  const confirmation = isConfirming
    ? missing
    : { movie: undefined, showtime: undefined, ticket: isTwice ? messages.twice : undefined }

  const add = () => {
    if (!movie || !showtime || !ticket) return
    onAdd({
      movie_id: movie.movie_id,
      movie_name: movie.movie_name,
      movie_poster: movie.movie_poster,
      show_time_id: showtime.show_time_id,
      show_time: showtime.show_time,
      cinema_screen_id: showtime.cinema_screen_id,
      screen_name: screenName(showtime.cinema_screen_id),
      isCancelled: false,
      ticket,
    })
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title="Add Movie"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            CLOSE
          </Button>
          <ActionButton
            disabledReason={missing.movie ?? missing.showtime ?? missing.ticket}
            onRefused={() => setConfirming(true)}
            onClick={add}
          >
            ADD MOVIE
          </ActionButton>
        </>
      }
    >
      {onShow.error && !onShow.data ? (
        <ErrorState error={onShow.error} onRetry={onShow.refetch} />
      ) : onShow.data && !offered.length ? (
        <EmptyState
          title={`No showtime with seats on ${showDay(day)}`}
          text={`Choose another date, or a location other than ${cinema.cinema_name}`}
        />
      ) : (
        <div className={layout.fields}>
          <p className={styles.none}>
            {cinema.cinema_name}, {showDay(day)}
          </p>
          <Select
            label="Movie"
            data-autofocus
            openOnFocus={false}
            searchable
            allowDeselect={false}
            placeholder={onShow.isPending ? 'Loading…' : messages.selectMovie}
            nothingFoundMessage="No movies match"
            data={offered.map(({ movie_id, movie_name }) => ({ value: movie_id, label: movie_name }))}
            value={movie ? movieId : null}
            onChange={(id) => {
              setMovie(id ?? '')
              setShowtime('')
              setTicket('')
            }}
            renderOption={({ option }) => (
              <Thumb
                src={offered.find(({ movie_id }) => movie_id === option.value)?.movie_poster}
                title={option.label}
              />
            )}
            error={confirmation.movie}
          />
          <Select
            label="Showtime"
            allowDeselect={false}
            disabled={!movie}
            placeholder={messages.selectShowtime}
            data={(movie?.show_times ?? []).map((one) => ({
              value: one.show_time_id,
              label: `${showStart(one.show_time)}, ${screenName(one.cinema_screen_id)}, ${one.seats_available} seats`,
            }))}
            value={showtime ? showtimeId : null}
            onChange={(id) => {
              setShowtime(id ?? '')
              setTicket('')
            }}
            error={confirmation.showtime}
          />
          <Select
            label="Ticket"
            allowDeselect={false}
            disabled={!tickets?.length}
            placeholder={
              showtime && !tickets && !types.error
                ? 'Loading…'
                : tickets?.length === 0
                  ? 'This showtime has no tickets'
                  : messages.selectTicket
            }
            data={(tickets ?? []).map(({ product_id, product_name, product_price }) => ({
              value: product_id,
              label: `${product_name} ${showExactNaira(product_price)}`,
            }))}
            value={ticket ? ticketId : null}
            onChange={(id) => setTicket(id ?? '')}
            error={confirmation.ticket}
          />
          {showtime && types.error && !tickets && <ErrorState error={types.error} onRetry={types.refetch} compact />}
        </div>
      )}
    </Dialog>
  )
}

/** Points of sale number their screens, with zeros before, or name them. */
const screenName = (id: string) => (/^\d+$/.test(id) ? `Screen ${Number(id)}` : id)
