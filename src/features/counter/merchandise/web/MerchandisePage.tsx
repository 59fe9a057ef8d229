import { showCount } from '#contract/counted.ts'
import { PAGE, PAGES, priceRange } from '#features/counter/concessions/edible-rules.ts'
import type { Data } from '#web/api/client.ts'
import { useRead } from '#web/api/queries.ts'
import { Info } from '#web/charts/Info.tsx'
import { DateRange, LATELY } from '#web/form/DateRange.tsx'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useRows } from '#web/list/useRows.ts'
import { showDayOf, showNaira } from '#web/ui/format.ts'
import { Thumb } from '#web/ui/Thumb.tsx'
import { merchandise, type Merchandise } from '../contract.ts'
import { messages } from '../rules.ts'
import { paths } from './paths.ts'

const columns: Column<Merchandise>[] = [
  {
    id: 'name',
    title: 'Name',
    sort: 'name',
    main: true,
    width: '32%',
    cell: (row) => <Thumb src={row.image_url} title={row.name} shape="square" />,
  },
  { id: 'type', title: 'Type', sort: 'type', cell: (row) => row.type || '–' },
  { id: 'size', title: 'Size', sort: 'size', cell: (row) => row.size || '–' },
  { id: 'createdAt', title: 'Date added', sort: 'createdAt', card: false, cell: (row) => showDayOf(row.createdAt) },
  {
    id: 'units_sold',
    title: 'Units sold',
    sort: 'units_sold',
    numeric: true,
    info: <Info of="Units sold" text={messages.unitsMeaning} />,
    cell: (row) => showCount(row.units_sold),
  },
  {
    id: 'price',
    title: 'Price',
    sort: 'price',
    numeric: true,
    wide: true,
    cell: (row) => priceRange(row.price, row.highest_price, showNaira),
  },
]

/** Merchandise (operations 2): what the chain sells of it, and how many pieces were bought. */
export function MerchandisePage() {
  const [address, setAddress] = useAddress(merchandise.list.query)
  const { page = 1, search, start_date, end_date, sort } = address
  const size = useRows('Merchandise', PAGE, address, setAddress, PAGES)
  const filter = { search, start_date, end_date, sort }
  const list = useRead(merchandise.list, { query: { ...filter, page, perPage: size.perPage } })
  const data = list.data as Exclude<Data<typeof merchandise.list>, readonly unknown[]> | undefined
  return (
    <ListScreen
      title="Merchandise"
      label="Merchandise"
      columns={columns}
      address={address}
      setAddress={setAddress}
      {...size}
      reading={list}
      rows={data?.merchandises}
      total={data?.totalCount}
      rowKey={(row) => String(row.id)}
      rowTo={(row) => paths.one(row.id)}
      empty={
        search || start_date || end_date
          ? { title: 'No results', text: 'Search for something else, or choose other days.' }
          : {
              title: 'No merchandise yet',
              text: 'What the cinemas sell is taken from the point of sale every 30 minutes.',
            }
      }
      searchLabel="Search by name or product ID"
      csv={{ endpoint: merchandise.listCsv, query: (columns) => ({ ...filter, columns }) }}
      controls={
        <DateRange
          label="Date added"
          caption="Added"
          start={start_date}
          end={end_date}
          presets={LATELY}
          onChange={({ start, end }) => setAddress({ start_date: start, end_date: end })}
          onClear={() => setAddress({ start_date: undefined, end_date: undefined })}
        />
      }
    />
  )
}
