import { Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { focusField } from '#web/form/focus-field.ts'
import { useErrorToast } from '#web/shell/useErrorToast.ts'
import { confirm } from '#web/ui/confirm.ts'
import { showInstant } from '#web/ui/format.ts'
import type { MovieRecord } from '../contract.ts'
import { messages, REQUIRED_LABELS, type MovieDraft } from '../rules.ts'
import styles from './ApprovalBanner.module.css'
import type { MovieFormType } from './form-type.ts'

type Props = {
  form: MovieFormType
  problems: Partial<Record<keyof MovieDraft, string>>
  record: MovieRecord
  /** Asks the server, because the schedule may have changed meanwhile. */
  hasShowtime: () => Promise<boolean>
}

const NO_SHOWTIME = {
  title: 'No showtime available',
  text: 'No cinema has an upcoming showtime for this movie. You can still approve it, and it appears once one is scheduled.',
  action: 'Continue',
  cancel: 'CANCEL',
}
const REQUIRED = Object.keys(REQUIRED_LABELS) as (keyof typeof REQUIRED_LABELS)[]

/**
 * Approved or not (core 4): on needs a showtime, or a Continue in the dialog; off is always allowed. The approval stays
 * in the form and goes out with Submit.
 */
export function ApprovalBanner({ form, problems, record, hasShowtime }: Props) {
  const [isChanging, setChanging] = useState(false)
  const toast = useErrorToast()
  const label = useId()
  const { isApproved, censorRating } = form.values
  const missing = REQUIRED.filter((field) => problems[field])

  const change = async (wanted: boolean) => {
    if (!wanted) return form.setFieldValue('isApproved', false)
    setChanging(true)
    try {
      if ((await hasShowtime()) || (await confirm(NO_SHOWTIME))) form.setFieldValue('isApproved', true)
    } catch (failure) {
      toast.show((failure as Error).message)
    } finally {
      setChanging(false)
    }
  }
  const next = record.next_show_time

  return (
    <section className={styles.banner} data-approved={isApproved || undefined} aria-label="Approval">
      <div className={styles.state}>
        <Switch
          color="var(--good)"
          size="md"
          classNames={{ track: styles.track! }}
          checked={isApproved}
          disabled={isChanging}
          onChange={(event) => void change(event.currentTarget.checked)}
          aria-label="Approved for display"
        />
        <div>
          <p className={styles.title}>{isApproved ? messages.approved : messages.notApproved}</p>
          <p className={styles.note}>
            {REQUIRED.length - missing.length} of {REQUIRED.length} required fields filled ·{' '}
            {next ? `next showtime ${showInstant(next.starts_at)}, ${next.cinema_name}` : 'no showtime available'}
          </p>
        </div>
      </div>
      {(missing.length > 0 || censorRating === 'TBC') && (
        <div className={styles.missing}>
          <span id={label}>Still missing</span>
          <ul aria-labelledby={label}>
            {missing.map((field) => (
              <li key={field} title={problems[field]}>
                <button type="button" onClick={() => focusField(REQUIRED_LABELS[field])}>
                  {REQUIRED_LABELS[field]}
                </button>
              </li>
            ))}
            {censorRating === 'TBC' && (
              <li data-warning>
                <button type="button" onClick={() => focusField('Censor rating')}>
                  Rating to be classified by the NFVCB
                </button>
              </li>
            )}
          </ul>
        </div>
      )}
    </section>
  )
}
