import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { movies } from '../contract.ts'
import styles from './MovieForm.module.css'
import { paths } from './paths.ts'

type Props = {
  id: string
  /** Movies to go through one after the other, by id, with commas between: as the address says it. */
  queue: string
  disabledReason: string | undefined
  isSaving: boolean
  /** Saves what is typed, and goes on once that is done. */
  onSubmit: (then: () => void) => void
}

/** Goes through movies one after the other. */
export default function QueueActions({ id, queue, disabledReason, isSaving, onSubmit }: Props) {
  const navigate = useNavigate()
  const ids = queue.split(',')
  const place = ids.indexOf(id)
  if (place < 0) return null
  const next = ids[place + 1]
  const goOn = () => void navigate({ to: paths.edit(next!), search: { queue } as never })
  return (
    <>
      <span className={styles.muted}>
        {place + 1} of {ids.length}
      </span>
      {next && (
        <>
          <Button variant="default" onClick={goOn}>
            Skip
          </Button>
          <ActionButton
            variant="default"
            permission={movies.save.permission}
            disabledReason={disabledReason}
            disabled={isSaving}
            onClick={() => onSubmit(goOn)}
          >
            Submit and next
          </ActionButton>
        </>
      )}
    </>
  )
}
