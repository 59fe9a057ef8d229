import { Link } from '@tanstack/react-router'
import type { Day } from '#contract/time.ts'
import { Tip } from '#web/ui/Tip.tsx'
import styles from './Entry.module.css'
import { aboutOf, clockOn, isLong, type CalendarEntry } from './format.ts'

type Props = {
  entry: CalendarEntry
  day: Day
  /** Of a bar: it began before what is shown, and goes on after it. */
  isFromBefore?: boolean
  goesOn?: boolean
  /** Of a block: it is as high as it lasts. */
  lasts?: 'short' | 'long'
}

/** An entry in a grid: what is on whole days stands on a ground of its colour. All that is known of it is in a tip. */
export function EntryLink({ entry, day, isFromBefore, goesOn, lasts }: Props) {
  const { kind, id, title, place, all_day, is_off } = entry
  const { icon: KindIcon, color, path } = kind
  const about = aboutOf(entry)
  const clock = !isFromBefore && clockOn(entry, day)
  return (
    <Tip label={`${title}. ${about}`}>
      <Link
        to={path(id)}
        className={styles.entry}
        data-color={color}
        data-lasts={lasts}
        data-ground={all_day || isLong(entry) || undefined}
        data-off={is_off || undefined}
        data-from-before={isFromBefore || undefined}
        data-goes-on={goesOn || undefined}
      >
        <KindIcon size={13} className={styles.icon} aria-hidden />
        {clock && <span className={styles.clock}>{clock} </span>}
        <span className={styles.title}>
          {title}
          {place && <span className={styles.at}> {place}</span>}
        </span>
        <span className={styles.hidden}>, {about}</span>
      </Link>
    </Tip>
  )
}
