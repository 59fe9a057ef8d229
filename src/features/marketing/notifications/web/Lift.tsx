import { showCount } from '#contract/counted.ts'
import { showNaira } from '#contract/money.ts'
import type { Data } from '#web/api/client.ts'
import { useRead } from '#web/api/queries.ts'
import { Info } from '#web/charts/Info.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { notifications, type Notification } from '../contract.ts'
import { LIFT_DAYS, liftMessages } from '../lift-rules.ts'
import styles from './Notifications.module.css'

type Found = NonNullable<Data<typeof notifications.lift>>

/** Compares purchases of recipients with those of the control group. */
export function Lift({ of: { id } }: { of: Notification }) {
  const reading = useRead(notifications.lift, { params: { id } })
  const found = reading.data
  return (
    <Card title="Compared with the control group" actions={<Info of="the comparison" text={liftMessages.means} />}>
      {found ? (
        <Compared found={found} />
      ) : reading.error ? (
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      ) : found === null ? (
        <p className={styles.note}>The comparison starts once the notification is sent</p>
      ) : (
        <Skeleton height={84} />
      )}
    </Card>
  )
}

const Compared = ({ found }: { found: Found }) => (
  <>
    <p className={styles.verdict}>{verdictLabel(found)}</p>
    <Facts>
      <Fact label="Recipients">{sideLabel(found.reached)}</Fact>
      <Fact label="Control group">{sideLabel(found.control)}</Fact>
      <Fact label="Purchases included">
        {found.isOver ? `For ${LIFT_DAYS} days` : `Until ${showInstant(found.until)}`}
      </Fact>
    </Facts>
  </>
)

const rounded = (naira: number) => showNaira(Math.round(naira))
const sideLabel = ({ people, buyers, spent }: Found['reached']) =>
  `${rounded(spent)} each: ${showCount(buyers)} of ${showCount(people)} customers bought`

function verdictLabel({ verdict, difference, low, high, reached }: Found): string {
  if (verdict === 'few') return liftMessages.few
  const between = `between ${rounded(low)} and ${rounded(high)} each (95% confidence)`
  if (verdict === 'unclear') return `${liftMessages.unclear}: ${between}`
  const [word, [least, most]] =
    verdict === 'more' ? ['more', [low, high]] : (['less', [-high, -low]] as [string, [number, number]])
  return `Recipients spent ${rounded(Math.abs(difference))} ${word} each (${rounded(least)} to ${rounded(most)}, 95% confidence): about ${rounded(Math.abs(difference) * reached.people)} ${word} in total`
}
