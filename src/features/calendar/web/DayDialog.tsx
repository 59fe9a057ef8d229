import type { Day } from '#contract/time.ts'
import { dates } from '#web/date-words.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from './Entry.module.css'
import { EntryRow } from './EntryRow.tsx'
import { MoreNote, type More } from './MoreNote.tsx'
import { keyOf, type Shown } from './format.ts'

type Props = {
  opened: boolean
  day: Day | undefined
  entries: readonly Shown[] | undefined
  more: readonly More[]
  onClose: () => void
}

/** All that is on a day. */
export const DayDialog = ({ opened, day, entries, more, onClose }: Props) => (
  <Dialog title={day && dates().full(day)} opened={opened} onClose={onClose}>
    {day && (
      <>
        <ul className={styles.list}>
          {entries?.map((entry) => (
            <EntryRow key={keyOf(entry)} entry={entry} day={day} />
          ))}
        </ul>
        {entries?.length === 0 && <p className={styles.moreNote}>Nothing is scheduled on this day.</p>}
        <MoreNote day={day} more={more} />
      </>
    )}
  </Dialog>
)
