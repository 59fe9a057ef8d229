import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Day } from '#contract/time.ts'
import { dates } from '#web/date-names.ts'
import type { CalendarKind } from '#web/feature.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import styles from './Entry.module.css'
import { EntryRow } from './EntryRow.tsx'
import { HolidayNote } from './HolidayNote.tsx'
import { MoreNote, type More } from './MoreNote.tsx'
import { keyOf, type CalendarEntry } from './format.ts'

type Props = {
  opened: boolean
  day: Day | undefined
  entries: readonly CalendarEntry[] | undefined
  more: readonly More[]
  kinds: readonly CalendarKind[]
  onClose: () => void
}

/** All that is on a day, and what can be added on it. */
export const DayDialog = ({ opened, day, entries, more, kinds, onClose }: Props) => (
  <Dialog title={day && dates.full(day)} opened={opened} onClose={onClose}>
    {day && (
      <>
        <HolidayNote day={day} isSpoken />
        <ul className={styles.list}>
          {entries?.map((entry) => (
            <EntryRow key={keyOf(entry)} entry={entry} day={day} />
          ))}
        </ul>
        {entries?.length === 0 && <p className={styles.moreNote}>Nothing is scheduled on this day</p>}
        <MoreNote day={day} more={more} />
        <AddButtons day={day} kinds={kinds} />
      </>
    )}
  </Dialog>
)

function AddButtons({ day, kinds }: { day: Day; kinds: readonly CalendarKind[] }) {
  const navigate = useNavigate()
  const adds = kinds.flatMap(({ add }) => add ?? [])
  return (
    adds.length > 0 && (
      <div className={styles.adds}>
        {adds.map(({ label, permission, path }) => (
          <ActionButton
            key={label}
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            permission={permission}
            onClick={() => void navigate({ to: path(day) })}
          >
            {label}
          </ActionButton>
        ))}
      </div>
    )
  )
}
