import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { counted } from '#contract/counted.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { Select } from '#web/form/Select.tsx'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { List } from '#web/list/List.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showInstant, showNaira } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { priceChanges, type ChangedPrice, type PriceChangeRecord } from '../price-contract.ts'
import { changeText, daysText, messages } from '../price-rules.ts'
import { PriceChangeState } from './PriceChangeState.tsx'
import { paths } from './price-paths.ts'
import styles from './Prices.module.css'

const columns: Column<ChangedPrice>[] = [
  { id: 'product_name', title: 'Product', main: true, width: '34%', cell: (row) => row.product_name },
  { id: 'product_id', title: 'Product ID', cell: (row) => row.product_id },
  { id: 'category', title: 'Category', cell: (row) => row.category || '–' },
  { id: 'before', title: 'Old price', numeric: true, cell: (row) => showNaira(row.before) },
  { id: 'after', title: 'New price', numeric: true, cell: (row) => <b>{showNaira(row.after)}</b> },
]

/** One price change with the list for a cinema's till. */
export function PriceChangePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const params = { id: id as unknown as number }
  const [address, setAddress] = useAddress(priceChanges.fetch.query)
  const reading = useRead(priceChanges.fetch, { params, query: { cinema_id: address.cinema_id } })
  const cancel = useSave(priceChanges.cancel)
  const change = reading.data
  const confirmCancel = async ({ name, state, prices }: PriceChangeRecord) => {
    const isSure = await confirm({
      title: `Cancel the price change ${name}?`,
      text:
        state === 'planned'
          ? 'It will not start'
          : `${counted(prices, 'price')} will no longer follow this price change. Change them at the tills as well.`,
      action: 'Cancel price change',
      cancel: 'Keep price change',
      danger: true,
    })
    if (isSure) cancel.mutate({ params })
  }
  return (
    <Page
      title={change?.name ?? 'Price change'}
      back={paths.list}
      isLoading={!change && !reading.error}
      note={messages.notSent}
      actions={
        change && (
          <>
            <ExportButton
              endpoint={priceChanges.pricesCsv}
              params={params}
              query={{ cinema_id: change.cinema_id ?? undefined }}
            />
            <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
              Print
            </Button>
            {(change.state === 'planned' || change.state === 'running') && (
              <ActionButton
                variant="light"
                color="red"
                permission={priceChanges.cancel.permission}
                loading={cancel.isPending}
                onClick={() => void confirmCancel(change)}
              >
                Cancel price change
              </ActionButton>
            )}
          </>
        )
      }
    >
      {change ? (
        <>
          <Card>
            <Facts>
              <Fact label="State">
                <PriceChangeState of={change} />
              </Fact>
              <Fact label="Days">{daysText(change)}</Fact>
              <Fact label="Change">{changeText(change)}</Fact>
              <Fact label="Prices">
                {counted(change.products, 'product')} at {counted(change.cinemas, 'cinema')}
              </Fact>
              <Fact label="Planned">
                {showInstant(change.created_at)}, {change.created_by}
              </Fact>
              {change.cancelled_at && (
                <Fact label="Cancelled">
                  {showInstant(change.cancelled_at)}, {change.cancelled_by}
                </Fact>
              )}
            </Facts>
          </Card>
          <div className={styles.atCinema}>
            <h2>Prices at {change.at.find(({ cinema_id }) => cinema_id === change.cinema_id)?.cinema_name}</h2>
            <Select
              className={styles.cinema!}
              aria-label="Cinema"
              searchable
              allowDeselect={false}
              value={change.cinema_id}
              data={change.at.map(({ cinema_id, cinema_name }) => ({ value: cinema_id, label: cinema_name }))}
              onChange={(to) => to && setAddress({ cinema_id: to })}
            />
          </div>
          <List
            label="Prices"
            columns={columns}
            reading={reading}
            rows={change.list}
            total={change.list.length}
            page={1}
            perPage={Math.max(1, change.list.length)}
            rowKey={(row) => row.product_id}
            empty={{ title: 'No prices here', text: 'Choose another cinema' }}
          />
        </>
      ) : (
        <Card>
          {reading.error ? <ErrorState error={reading.error} onRetry={reading.refetch} /> : <Skeleton height={220} />}
        </Card>
      )}
    </Page>
  )
}
