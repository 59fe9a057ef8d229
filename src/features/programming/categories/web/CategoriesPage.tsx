import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { SelectionToolbar, useSelection } from '#web/list/selection.tsx'
import { useRemoval } from '#web/list/useRemoval.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { categories, type Category } from '../contract.ts'
import { PAGE } from '../rules.ts'

// Fetched when it is opened.
const CategoryDialog = lazy(() => import('./CategoryDialog.tsx'))

const inAddress = z.object({ page: z._default(PageNumber, 1) })

/** Categories (operations 2): what events are sorted by. */
export function CategoriesPage() {
  const [{ page = 1 }, setAddress] = useAddress(inAddress)
  const [edited, setEdited] = useState<Category | 'new'>()
  const reading = useRead(categories.list, {})
  const removal = useRemoval(categories.remove, categories.restore)

  const askToDelete = ({ id, name }: Category) =>
    removal.ask(id, `Delete the category ${name}?`, 'It is no longer offered. Events that have it keep it.')

  const columns: Column<Category>[] = [
    { id: 'name', title: 'Name', main: true, width: '50%', cell: ({ name }) => name },
    { id: 'createdAt', title: 'Date Created', cell: ({ createdAt }) => showInstant(createdAt) },
    {
      id: 'acts',
      title: 'Actions',
      cell: (category) => (
        <RowActions
          name={category.name}
          edit={{ permission: categories.change.permission, onClick: () => setEdited(category) }}
          remove={{
            permission: categories.remove.permission,
            isBusy: removal.isBusy(category.id),
            onClick: () => void askToDelete(category),
          }}
        />
      ),
    },
  ]

  const rows = reading.data?.slice((page - 1) * PAGE, page * PAGE)
  const rowKey = ({ id }: Category) => String(id)
  const selection = useSelection({ rows, total: reading.data?.length, rowKey, file: categories.list, query: {} })

  return (
    <Page
      title="Categories"
      note="What events are sorted by."
      actions={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={categories.create.permission}
          onClick={() => setEdited('new')}
          sticky
        >
          Add category
        </ActionButton>
      }
    >
      <List
        label="Categories"
        columns={selection ? [selection.column, ...columns] : columns}
        reading={reading}
        rows={rows}
        total={reading.data?.length}
        page={page}
        perPage={PAGE}
        onPage={(to, how) => setAddress({ page: to }, how)}
        rowKey={rowKey}
        toolbar={selection && <SelectionToolbar {...selection} />}
        empty={{
          title: 'No category yet',
          text: 'Add those that your events are sorted by.',
          permission: categories.create.permission,
        }}
      />
      <Suspense>
        {edited && (
          <CategoryDialog edited={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </Page>
  )
}
