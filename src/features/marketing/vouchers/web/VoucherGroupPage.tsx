import { showCount } from '#contract/counted.ts'
import { useParams } from '@tanstack/react-router'
import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { ImportButton } from '#web/list/ImportButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showDay, showInstant, showNaira } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { vouchers } from '../contract.ts'
import { messages, STATES } from '../rules.ts'
import { isMaking, Making, SOON_MS, StateOf } from './badges.tsx'
import { paths } from './paths.ts'
import { PriceTable } from './PriceTable.tsx'
import { VoucherList } from './VoucherList.tsx'
import styles from './Vouchers.module.css'

/** One group (operations 2): its codes and their use, and what its item costs in each cinema. */
export function VoucherGroupPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const [address, setAddress] = useAddress(vouchers.list.query)
  const reading = useRead(
    vouchers.group,
    { params: { id: id as unknown as number } },
    { refetchInterval: (data) => (data && isMaking(data) ? SOON_MS : 0) },
  )
  const group = reading.data
  if (!group)
    return (
      <Page
        title="Vouchers"
        back={paths.groups}
        note={!reading.error && <Skeleton width={320} height={12} />}
        isLoading={!reading.error}
      >
        {reading.error ? (
          <Card>
            <ErrorState error={reading.error} onRetry={reading.refetch} />
          </Card>
        ) : (
          <Bones />
        )}
      </Page>
    )
  const { page: _, perPage: __, ...filter } = address
  return (
    <Page
      title={group.companyName}
      back={paths.groups}
      note={`${showCount(group.quantity)} vouchers for ${group.subscriptionName}, created ${showInstant(group.createdAt)} by ${group.generatedBy?.name}`}
      actions={
        <>
          <ImportButton file={vouchers.csv} query={{ id: group.id }} />
          <ExportButton
            endpoint={vouchers.csv}
            params={{ id: group.id }}
            query={filter}
            disabledReason={isMaking(group) ? messages.stillMaking : undefined}
          />
        </>
      }
    >
      {isMaking(group) && (
        <Card>
          <Making of={group} />
        </Card>
      )}
      <div className={styles.states}>
        {STATES.map((one) => (
          <div key={one} className={styles.state}>
            <StateOf state={one} />
            <b>{showCount(group.usage[one])}</b>
          </div>
        ))}
      </div>
      <Card>
        <Facts>
          <Fact label="Subscription">
            {group.subscriptionName}, {showNaira(group.subscriptionPrice)} a month
          </Fact>
          <Fact label="Approved by">{group.approvedBy}</Fact>
          <Fact label="Expiry date">{group.expiresOn ? showDay(group.expiresOn) : 'None'}</Fact>
          <Fact label="Comment" fullWidth>
            {group.comment || '–'}
          </Fact>
        </Facts>
      </Card>
      {/* Begun anew when the last codes are made: what was read before that is not all. */}
      <VoucherList key={`${group.id} ${isMaking(group)}`} group={group} address={address} setAddress={setAddress} />
      <h2 className={styles.heading}>Price per cinema</h2>
      <PriceTable group={group} />
    </Page>
  )
}

const Bones = () => (
  <>
    <div className={styles.states}>
      {STATES.map((one) => (
        <div key={one} className={styles.state}>
          <StateOf state={one} />
          <Skeleton width={60} height={30} />
        </div>
      ))}
    </div>
    <Card>
      <Skeleton height={90} />
    </Card>
    <Card>
      <Skeleton height={420} />
    </Card>
  </>
)
