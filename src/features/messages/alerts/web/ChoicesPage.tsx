import { useRead, useSave } from '#web/api/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Toggle } from '#web/ui/Toggle.tsx'
import { alerts, type KindChoice } from '../contract.ts'
import { EMAIL_LABELS, EMAIL_MODES } from '../rules.ts'
import styles from './Alerts.module.css'
import { paths } from './paths.ts'

const EMAIL_MODE_OPTIONS = EMAIL_MODES.map((value) => ({ value, label: EMAIL_LABELS[value] }))

/** Which kinds one gets, in the office and by email. Only what one's role allows one to see is offered. */
export function ChoicesPage() {
  const reading = useRead(alerts.choices, {})
  const { kinds, dailyEmailAt } = reading.data ?? {}
  return (
    <Page
      title="Alert settings"
      back={paths.all}
      note={
        dailyEmailAt &&
        `Choose how you get each alert: in Marquee, by email right away, or in one daily email at ${dailyEmailAt}`
      }
    >
      <Card>
        {!kinds && reading.error && <ErrorState error={reading.error} onRetry={reading.refetch} />}
        {!kinds && !reading.error && <Skeleton height={280} />}
        {kinds?.length === 0 && <EmptyState title="Nothing to choose" text="Your role has no alerts" />}
        {kinds && kinds.length > 0 && (
          <ul className={styles.choices}>
            {kinds.map((kind) => (
              <Chosen key={kind.kind} of={kind} onSaved={reading.refetch} />
            ))}
          </ul>
        )}
      </Card>
    </Page>
  )
}

type Props = { of: KindChoice; onSaved: () => Promise<unknown> }

function Chosen({ of: { kind, label, about, inOffice, email }, onSaved }: Props) {
  // What was chosen shows until it is read back.
  const save = useSave(alerts.choose, { onSuccess: onSaved })
  const { inOffice: isInOffice, email: emails } = save.isPending ? save.variables.body : { inOffice, email }
  const choose = (body: { inOffice: boolean; email: KindChoice['email'] }) => save.mutate({ params: { kind }, body })
  return (
    <li className={styles.choice}>
      <div className={styles.text}>
        <b>{label}</b>
        <p className={styles.more}>{about}</p>
      </div>
      <div className={styles.how}>
        <span className={styles.office}>
          <span aria-hidden>In Marquee</span>
          <Toggle
            label={`Show in Marquee: ${label}`}
            checked={isInOffice}
            isSaving={save.isPending}
            onChange={(checked) => choose({ inOffice: checked, email })}
          />
        </span>
        <span className={styles.email}>
          <span aria-hidden>Email</span>
          <Segmented
            label={`Send by email: ${label}`}
            options={EMAIL_MODE_OPTIONS}
            value={emails}
            small
            onChange={(chosen) => choose({ inOffice, email: chosen })}
          />
        </span>
      </div>
    </li>
  )
}
