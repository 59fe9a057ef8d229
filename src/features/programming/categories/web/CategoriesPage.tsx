import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { useRemoval } from '#web/list/useRemoval.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showInstant } from '#web/ui/format.ts'
import { categories, type Category } from '../contract.ts'
import { PAGE } from '../rules.ts'

// Fetched when it is opened.
const CategoryDialog = lazy(() => import('./CategoryDialog.tsx'))

/** Categories (operations 2): what events are sorted by. */
export function CategoriesPage() {
  const list = useList(categories.list, { label: 'Categories', rows: (all) => all, perPage: PAGE })
  const [edited, setEdited] = useState<Category | 'new'>()
  const removal = useRemoval(categories.remove, categories.restore)

  const askToDelete = ({ id, name }: Category) =>
    removal.ask(id, `Delete the category ${name}?`, 'It will no longer be offered. Events keep it.')

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

  return (
    <ListScreen
      {...list}
      title="Categories"
      note="Categories for events"
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={categories.create.permission}
          onClick={() => setEdited('new')}
          sticky
        >
          Add category
        </ActionButton>
      }
      columns={columns}
      empty={{
        title: 'No categories yet',
        text: 'Add the categories of your events',
        permission: categories.create.permission,
      }}
    >
      <Suspense>
        {edited && (
          <CategoryDialog edited={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </ListScreen>
  )
}
