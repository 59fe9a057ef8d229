import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { PageNumber, PageSize, TABLE_ROWS } from '#contract/atoms.ts'
import { refusalOfCall } from '#contract/permissions.ts'
import { NO_CINEMA } from '#features/programming/cinemas/rules.ts'
import { useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { useAddress } from '#web/list/address.ts'
import { useRows } from '#web/list/useRows.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import { Toggle } from '#web/ui/Toggle.tsx'
import { concessions, type ConcessionProduct } from '../contract.ts'
import { arranged, messages } from '../rules.ts'
import styles from './Concessions.module.css'
import { MenuPicker, Price, Problems, SyncNote } from './menu-fields.tsx'
import { useMenu } from './useMenu.ts'

// Fetched when they are opened.
const ImageDrawer = lazy(() => import('./ImageDrawer.tsx'))
const AtCinemasDialog = lazy(() => import('./AtCinemasDialog.tsx'))

const inAddress = z.extend(concessions.productsCsv.query, {
  page: z._default(PageNumber, 1),
  perPage: z.optional(PageSize),
})
const STATUS_FILTER = {
  name: 'status',
  label: 'State',
  options: [
    { value: 'active', label: 'Active' },
    { value: 'inactive', label: 'Not active' },
  ],
}

/** All Concessions (operations 2): what a cinema sells at its counter. */
export function ConcessionsPage() {
  const me = useMe()
  const [address, setAddress] = useAddress(inAddress)
  const { page = 1, search, category, status, sort } = address
  const size = useRows('Concessions', TABLE_ROWS, address, setAddress)
  const menu = useMenu(address.cinema_id)
  const [opened, setOpened] = useState<{ product: ConcessionProduct; as: 'image' | 'cinemas' }>()
  const close = () => setOpened(undefined)
  const activate = useSave(concessions.activate)
  const deactivate = useSave(concessions.deactivate)
  const isSaving = ({ id, product_id }: ConcessionProduct) =>
    (activate.isPending && activate.variables.params.id === id) ||
    (deactivate.isPending && deactivate.variables.body.rosetta_product_ids[0] === product_id)
  const filter = { search, category, status, sort }
  const found = menu.products && arranged(menu.products, filter)
  const categories = [...new Set(menu.products?.map((product) => product.product_category_name)).add(category ?? '')]

  const columns: Column<ConcessionProduct>[] = [
    {
      id: 'product_name',
      title: 'Title',
      sort: 'product_name',
      main: true,
      width: '34%',
      cell: ({ image_url, product_name, problems }) => (
        <span className={styles.title}>
          <Thumb src={image_url} title={product_name} shape="square" />
          <Problems of={problems} />
        </span>
      ),
    },
    {
      id: 'display_price',
      file: ['display_price', 'pos_price'],
      title: 'Price',
      sort: 'display_price',
      numeric: true,
      cell: (product) => <Price of={product} />,
    },
    { id: 'product_id', title: 'Product ID', sort: 'product_id', cell: ({ product_id }) => product_id },
    {
      id: 'product_category_name',
      title: 'Category',
      sort: 'product_category_name',
      cell: (product) => product.product_category_name || '–',
    },
    {
      id: 'edit',
      file: false,
      title: 'Edit',
      bare: true,
      cell: (product) => (
        <span className={styles.actions}>
          <ActionButton
            variant="subtle"
            size="compact-xs"
            disabledReason={refusalOfCall(me, concessions.uploadImage)}
            aria-label={`Edit ${product.product_name}`}
            onClick={() => setOpened({ product, as: 'image' })}
          >
            Edit
          </ActionButton>
          <ActionButton
            variant="subtle"
            size="compact-xs"
            permission={concessions.atCinemas.permission}
            aria-label={`Prices of ${product.product_name}`}
            onClick={() => setOpened({ product, as: 'cinemas' })}
          >
            Prices
          </ActionButton>
        </span>
      ),
    },
    {
      id: 'status',
      title: 'Activate',
      sort: 'status',
      side: true,
      cell: (product) => (
        <Toggle
          label={`Activate ${product.product_name}`}
          checked={product.isActive}
          permission={concessions.activate.permission}
          isSaving={isSaving(product)}
          onChange={(on) => {
            const { id, product_id, cinema_id } = product
            if (on) activate.mutate({ params: { id } })
            else deactivate.mutate({ body: { rosetta_product_ids: [product_id], cinema_id } })
          }}
        />
      ),
    },
  ]

  return (
    <>
      <ListScreen
        title="All Concessions"
        note={<SyncNote of={menu.data} />}
        label="Concessions"
        columns={columns}
        address={address}
        setAddress={setAddress}
        {...size}
        reading={menu.reading}
        rows={found?.slice((page - 1) * size.perPage, page * size.perPage)}
        total={found?.length}
        rowKey={({ product_id }) => product_id}
        empty={
          menu.isWithoutCinema
            ? NO_CINEMA
            : search || category || status
              ? { title: 'No results', text: 'Search for something else, or remove a filter' }
              : {
                  title: 'No products yet',
                  text: 'Products sync from the point of sale every 30 minutes',
                }
        }
        searchLabel="Search by title, ID or item"
        filters={[
          {
            name: 'category',
            label: 'Category',
            options: categories
              .filter(Boolean)
              .toSorted()
              .map((value) => ({ value, label: value })),
          },
          STATUS_FILTER,
        ]}
        controls={<MenuPicker of={menu} onChange={(id) => setAddress({ cinema_id: id })} />}
        csv={{
          endpoint: concessions.productsCsv,
          query: (columns) => ({ cinema_id: menu.cinemaId ?? '', ...filter, columns }),
          disabledReason: menu.cinemaId === undefined ? messages.cinema : undefined,
        }}
      />
      <Suspense>
        {opened?.as === 'image' && <ImageDrawer product={opened.product} onClose={close} />}
        {opened?.as === 'cinemas' && <AtCinemasDialog product={opened.product} onClose={close} />}
      </Suspense>
    </>
  )
}
