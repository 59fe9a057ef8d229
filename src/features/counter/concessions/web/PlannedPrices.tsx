import { useState } from 'react'
import { counted, showCount } from '#contract/counted.ts'
import { useRead } from '#web/api/queries.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { Card } from '#web/ui/Card.tsx'
import { showNaira } from '#web/ui/format.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { priceChanges, type Plan, type Preview, type PreviewCombo, type PreviewPrice } from '../price-contract.ts'
import styles from './Prices.module.css'

const PAGE = 25

const priceColumns: Column<PreviewPrice>[] = [
  { id: 'product_name', title: 'Product', main: true, width: '30%', cell: (row) => row.product_name },
  { id: 'cinema_name', title: 'Cinema', cell: (row) => row.cinema_name },
  { id: 'before', title: 'Before', numeric: true, cell: (row) => showNaira(row.before) },
  { id: 'after', title: 'After', numeric: true, cell: (row) => <b>{showNaira(row.after)}</b> },
  {
    id: 'difference',
    title: 'Difference',
    numeric: true,
    cell: (row) => (row.problem ? <StatusPill tone="bad">{row.problem}</StatusPill> : signed(row.after - row.before)),
  },
]
const comboColumns: Column<PreviewCombo>[] = [
  { id: 'combo_name', title: 'Combo', main: true, width: '22%', cell: (row) => row.combo_name },
  { id: 'cinema_name', title: 'Cinema', cell: (row) => row.cinema_name },
  { id: 'price', title: 'Price', numeric: true, cell: (row) => changeText(row.price_before, row.price_after) },
  { id: 'parts', title: 'Price of parts', numeric: true, cell: (row) => changeText(row.parts_before, row.parts_after) },
  {
    id: 'saving',
    title: 'Guest saves',
    numeric: true,
    cell: (row) =>
      row.saving_after < 0 ? (
        <StatusPill tone="bad">{`Costs ${showNaira(-row.saving_after)} more than its parts`}</StatusPill>
      ) : (
        changeText(row.saving_before, row.saving_after)
      ),
  },
]

/** What a plan does to each price, and to combos. */
export default function PlannedPrices({ plan }: { plan: Plan }) {
  const key = JSON.stringify(plan)
  const [{ of, page }, setPage] = useState({ of: key, page: 1 })
  const currentPage = of === key ? page : 1
  const reading = useRead(priceChanges.preview, { body: plan }, { staleTime: 0 })
  const prices = useRead(priceChanges.previewPrices, { body: { ...plan, page: currentPage } }, { staleTime: 0 })
  const { data } = reading
  return (
    <>
      <Card title="Preview">
        <p className={styles.summary} role="status">
          {data ? summaryOf(data) : 'Loading…'}
        </p>
        {data?.refusal && (
          <p className={styles.refusal} role="alert">
            <StatusPill tone="bad">Cannot be saved</StatusPill>
            {data.overlaps.length > 0 ? data.overlaps.join('. ') : data.refusal}
          </p>
        )}
      </Card>
      <List
        label="Prices before and after"
        columns={priceColumns}
        reading={prices}
        rows={prices.data?.prices}
        total={data?.totalCount}
        page={currentPage}
        perPage={PAGE}
        onPage={(to) => setPage({ of: key, page: to })}
        rowKey={(row) => `${row.cinema_id} ${row.product_id}`}
        empty={{ title: 'These cinemas sell none of these products', text: 'Choose other products or cinemas' }}
      />
      {data && data.combo_count > 0 && (
        <>
          <h2 className={styles.heading}>
            Affected combos
            {data.combos_above > 0 && (
              <StatusPill tone="bad">{`${counted(data.combos_above, 'combo')} above the price of the parts`}</StatusPill>
            )}
          </h2>
          <List
            label="Combos before and after"
            columns={comboColumns}
            reading={reading}
            rows={data.combos}
            total={data.combos.length}
            page={1}
            perPage={data.combos.length}
            rowKey={(row) => `${row.cinema_name} ${row.combo_name}`}
            empty={{ title: 'No combos', text: '' }}
          />
          {data.combo_count > data.combos.length && (
            <p className={styles.note}>
              Showing {showCount(data.combos.length)} of {showCount(data.combo_count)}, largest loss first
            </p>
          )}
        </>
      )}
    </>
  )
}

const signed = (naira: number) => (naira > 0 ? `+${showNaira(naira)}` : showNaira(naira))
const changeText = (before: number, after: number) =>
  before === after ? showNaira(after) : `${showNaira(before)} → ${showNaira(after)}`

const summaryOf = ({ totalCount, up, down, same, not_sold }: Preview) =>
  [
    counted(totalCount, 'price'),
    ...(up ? [`${showCount(up)} up`] : []),
    ...(down ? [`${showCount(down)} down`] : []),
    ...(same ? [`${showCount(same)} unchanged`] : []),
    ...(not_sold ? [`${showCount(not_sold)} excluded: not sold there`] : []),
  ].join(', ')
