import { Link } from '@tanstack/react-router'
import { paths as movies } from '#features/programming/movies/web/paths.ts'
import { showClock } from '#web/ui/format.ts'
import { changeLabel, seatsLabel, type ProgrammeGroup } from './groups.ts'
import styles from './Schedule.module.css'

/** On a phone: a cinema's showings by the time they begin. */
export function DayList({ screens, showings }: ProgrammeGroup) {
  const nameOf = new Map(screens.map(({ id, name }) => [id, name]))
  return (
    <ul className={styles.list}>
      {showings.map((showing) => {
        const screen = nameOf.get(showing.screen_id) ?? showing.screen_id
        const changed = changeLabel(showing, screen)
        return (
          <li key={showing.id}>
            <Link to={movies.edit(showing.movie_id)} className={styles.row} data-change={showing.change ?? undefined}>
              <time dateTime={showing.starts_at}>{showClock(showing.starts_at)}</time>
              <span className={styles.text}>
                <b>{showing.movie_title}</b>
                <span>
                  {screen} · {seatsLabel(showing)}
                </span>
                {changed && <em>{changed}</em>}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
