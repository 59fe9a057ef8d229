import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { PageNumber, PageSize, TABLE_ROWS } from '#contract/atoms.ts'
import { NO_CINEMA } from '#features/programming/cinemas/rules.ts'
import { useAddress } from '#web/list/address.ts'
import { useRows } from '#web/list/useRows.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useRemoval } from '#web/list/useRemoval.ts'
import { RowActions } from '#web/list/RowActions.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Clamp } from '#web/ui/Clamp.tsx'
import { concessions, type ConcessionProduct } from '../contract.ts'
import { arranged, itemNames, messages } from '../rules.ts'
import styles from './Concessions.module.css'
import { LeftOf, MenuPicker, Price, Problems, SyncNote } from './menu-fields.tsx'
import { useMargins } from './useMargins.ts'
import { useMenu } from './useMenu.ts'

// Fetched when it is opened.
const ComboDrawer = lazy(() => import('./ComboDrawer.tsx'))

const inAddress = z.object({
  cinema_id: z.optional(concessions.combosCsv.query.shape.cinema_id),
  search: concessions.combosCsv.query.shape.search,
  sort: concessions.combosCsv.query.shape.sort,
  page: z._default(PageNumber, 1),
  perPage: z.optional(PageSize),
})

/** Combo Deals (operations 2): what a cinema sells as several products together. */
export function CombosPage() {
  const [address, setAddress] = useAddress(inAddress)
  const { page = 1, search, sort } = address
  const size = useRows('Combo deals', TABLE_ROWS, address, setAddress)
  const menu = useMenu(address.cinema_id)
  const margins = useMargins(menu.cinemaId)
  const [edited, setEdited] = useState<ConcessionProduct | 'new'>()
  const removal = useRemoval(concessions.deleteCombo, concessions.restoreCombo)
  const filter = { search, sort }
  const combos = menu.products?.filter(({ combo_id }) => combo_id !== null)
  const found = combos && arranged(combos, filter)

  const askToDelete = ({ combo_id, product_name, cinema_name }: ConcessionProduct) =>
    removal.ask(combo_id!, `Delete ${product_name} combo`, `${cinema_name} will no longer sell it as a combo`)

  const columns: Column<ConcessionProduct>[] = [
    {
      id: 'product_name',
      title: 'Title',
      sort: 'product_name',
      main: true,
      width: '26%',
      cell: ({ product_name, problems }) => (
        <span className={styles.title}>
          {product_name}
          <Problems of={problems} />
        </span>
      ),
    },
    {
      id: 'display_price',
      title: 'Price',
      sort: 'display_price',
      numeric: true,
      cell: (combo) => (
        <>
          <Price of={combo} />
          <LeftOf of={margins.get(combo.product_id)} />
        </>
      ),
    },
    { id: 'product_id', title: 'Product ID', sort: 'product_id', bare: true, cell: ({ product_id }) => product_id },
    {
      id: 'items',
      title: 'Items',
      bare: true,
      sort: 'items',
      wide: true,
      width: '34%',
      cell: (combo) => <Clamp>{itemNames(combo)}</Clamp>,
    },
    {
      id: 'acts',
      file: false,
      title: 'Actions',
      bare: true,
      cell: (combo) => (
        <RowActions
          name={combo.product_name}
          edit={{ permission: concessions.editCombo.permission, onClick: () => setEdited(combo) }}
          remove={{
            permission: concessions.deleteCombo.permission,
            isBusy: removal.isBusy(combo.combo_id!),
            onClick: () => void askToDelete(combo),
          }}
        />
      ),
    },
  ]

  return (
    <>
      <ListScreen
        title="Combo Deals"
        note={<SyncNote of={menu.data} />}
        label="Combo deals"
        columns={columns}
        address={address}
        setAddress={setAddress}
        {...size}
        reading={menu.reading}
        rows={found?.slice((page - 1) * size.perPage, page * size.perPage)}
        total={found?.length}
        rowKey={({ id }) => String(id)}
        empty={
          menu.isWithoutCinema
            ? NO_CINEMA
            : search
              ? { title: 'No results', text: 'Search for something else' }
              : {
                  title: 'No combo deals yet',
                  text: 'Select COMBO DEAL, then choose a title and its items',
                  permission: concessions.createCombo.permission,
                }
        }
        searchLabel="Search by title, ID or item"
        controls={
          <>
            <MenuPicker of={menu} onChange={(id) => setAddress({ cinema_id: id })} />
            <ActionButton
              leftSection={<IconPlus size={16} />}
              permission={concessions.createCombo.permission}
              disabledReason={
                menu.data
                  ? undefined
                  : menu.isWithoutCinema
                    ? NO_CINEMA.title
                    : "This cinema's products have not been synced yet"
              }
              onClick={() => setEdited('new')}
              sticky
            >
              COMBO DEAL
            </ActionButton>
          </>
        }
        csv={{
          endpoint: concessions.combosCsv,
          query: (columns) => ({ cinema_id: menu.cinemaId ?? '', ...filter, columns }),
          disabledReason: menu.cinemaId === undefined ? messages.cinema : undefined,
          also: ['problems'],
        }}
      />
      <Suspense>
        {edited && menu.data && (
          <ComboDrawer
            menu={menu.data}
            edited={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
