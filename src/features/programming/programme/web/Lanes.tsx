import { Link } from '@tanstack/react-router'
import { paths as movies } from '#features/programming/movies/web/paths.ts'
import { showClock } from '#web/ui/format.ts'
import type { Showing } from '../contract.ts'
import { changeLabel, hourOf, lengthOf, seatsLabel, type ProgrammeGroup } from './groups.ts'
import styles from './Schedule.module.css'

type Props = ProgrammeGroup & { hours: { first: number; last: number } }

/** The screens of a cinema under the hours of a day. */
export function Lanes({ screens, showings, hours: { first, last } }: Props) {
  const share = (hours: number) => `${(100 * hours) / (last - first)}%`
  const every = last - first > 14 ? 2 : 1
  const marks = Array.from({ length: Math.ceil((last - first) / every) }, (_, at) => first + at * every)
  return (
    <div className={styles.lanes} style={{ '--hour': share(1) } as never}>
      <div className={styles.hours} aria-hidden>
        {marks.map((hour) => (
          <span key={hour} style={{ left: share(hour - first) }}>
            {String(hour % 24).padStart(2, '0')}:00
          </span>
        ))}
      </div>
      {screens.map(({ id, name, seats }) => (
        <div key={id} className={styles.lane}>
          <p className={styles.screen}>
            {name}
            <span>{seats > 0 ? `${seats} seats` : 'Seats not known'}</span>
          </p>
          <ul aria-label={name} className={styles.track}>
            {showings
              .filter((showing) => showing.screen_id === id)
              .map((showing) => (
                <li
                  key={showing.id}
                  className={styles.place}
                  style={{ left: share(hourOf(showing.starts_at) - first), width: share(lengthOf(showing)) }}
                >
                  <Block showing={showing} screen={name} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Block({ showing, screen }: { showing: Showing; screen: string }) {
  const { movie_id, movie_title, starts_at, ends_at, sold, free, change, is_approved } = showing
  const changed = changeLabel(showing, screen)
  const label = [
    movie_title,
    `${showClock(starts_at)} to ${showClock(ends_at)}`,
    seatsLabel(showing),
    changed,
    !is_approved && 'Not approved',
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <Link
      to={movies.edit(movie_id)}
      className={styles.block}
      title={label}
      data-change={change ?? undefined}
      style={{ '--sold': sold ? `${(100 * sold) / (sold + free)}%` : '0%' } as never}
    >
      <b>{movie_title}</b>
      <span>
        {showClock(starts_at)} · {sold === null ? `${free} free` : `${sold} of ${sold + free} sold`}
      </span>
      {changed && <em>{changed}</em>}
    </Link>
  )
}
