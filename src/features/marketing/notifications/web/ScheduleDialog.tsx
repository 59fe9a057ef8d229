import { useState } from 'react'
import { clockOf, showDay, dayOf } from '#contract/time.ts'
import { config } from '#web/config.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import MomentField from '#web/form/MomentField.tsx'
import { ZONE_NAME } from '#web/zone.ts'
import type { Limits } from '../audience-rules.ts'
import { firstMoment, momentOf, momentProblem } from './draft.ts'
import styles from './Notifications.module.css'

const { zone } = config

type Props = {
  /** YYYY-MM-DDTHH:mm of the chain's zone; empty when none was chosen. */
  initial: string
  /** Which hours are quiet; undefined of a test. */
  limits: Limits | undefined
  /** Whom it goes to, in words. */
  audience: string | undefined
  isSaving: boolean
  onClose: () => void
  onSchedule: (moment: string) => void
}

/** When it is sent, by the clock of the chain, wherever the browser is. */
export default function ScheduleDialog({ initial, limits, audience, isSaving, onClose, onSchedule }: Props) {
  const [first] = useState(() => initial || firstMoment(new Date(), zone))
  const [moment, setMoment] = useState(first)
  const [isSubmitted, setSubmitted] = useState(false)
  const problem = momentProblem(moment, zone, new Date(), limits)
  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => moment !== first && !isSaving)}
      title="Schedule notification"
      submit="Schedule"
      isSaving={isSaving}
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (!problem) onSchedule(moment)
      }}
    >
      <MomentField
        label="Send"
        clock="12:00"
        value={moment}
        onChange={setMoment}
        error={isSubmitted ? problem : undefined}
        hint={hintOf(moment)}
      />
      {audience && <p className={styles.note}>{audience} now. The audience is recalculated when it is sent.</p>}
    </FormDialog>
  )
}

/** In which time it is, what the clock says there, and what it is here where that is another. */
function hintOf(moment: string): string {
  const now = new Date()
  const there = `In ${ZONE_NAME}, where it is ${clockOf(now, zone)} now`
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const at = momentOf(moment, zone)
  if (!at || clockOf(at, here) === clockOf(at, zone)) return there
  return `${there}. On your clock that is ${showDay(dayOf(at, here))} ${clockOf(at, here)}`
}
