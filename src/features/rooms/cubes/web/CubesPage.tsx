import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { scopeOf } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { useRemoval } from '#web/list/useRemoval.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showNaira } from '#web/ui/format.ts'
import { cubes, type Cube } from '../contract.ts'
import { TAB_ROWS } from '../rules.ts'
import { showHours } from './format.ts'

// Fetched when it is opened.
const CubeDialog = lazy(() => import('./CubeDialog.tsx'))

/** The cubes themselves: where they are, when they can be booked, and what they cost. */
export function CubesPage() {
  const [edited, setEdited] = useState<Cube | 'new'>()
  // Anybody may read which cubes there are; managed are those of one's own cinemas.
  const scope = scopeOf(useMe(), cubes.logged.permission)
  const list = useList(cubes.list, {
    label: 'Cubes',
    rows: (all) => all.filter((cube) => scope === 'chain' || scope.includes(cube.rosetta_cinema_id)),
    perPage: TAB_ROWS,
  })
  const removal = useRemoval(cubes.retire, cubes.restore)

  const askToDelete = ({ id, name }: Cube) =>
    removal.ask(id, `Delete the cube ${name}?`, 'It can no longer be booked. Past bookings are kept.')

  const columns: Column<Cube>[] = [
    { id: 'name', title: 'Name', main: true, cell: ({ name }) => name },
    { id: 'cinema', title: 'Cinema', bare: true, cell: ({ cinema_name }) => cinema_name },
    { id: 'state', title: 'State', card: false, cell: ({ state }) => state },
    { id: 'hours', title: 'Hours', bare: true, cell: showHours },
    { id: 'base', title: 'Price', numeric: true, side: true, cell: ({ base_price }) => showNaira(base_price) },
    { id: 'included', title: 'Guests included', numeric: true, cell: ({ guests_included }) => guests_included },
    {
      id: 'guest',
      title: 'Price per extra guest',
      numeric: true,
      cell: ({ guest_price }) => showNaira(guest_price),
    },
    {
      id: 'no_show',
      title: 'No-show fee',
      numeric: true,
      cell: ({ no_show_percent }) => `${no_show_percent}%`,
    },
    {
      id: 'actions',
      title: 'Actions',
      cell: (cube) => (
        <RowActions
          name={cube.name}
          edit={{ permission: cubes.change.permission, onClick: () => setEdited(cube) }}
          remove={{
            permission: cubes.retire.permission,
            isBusy: removal.isBusy(cube.id),
            onClick: () => void askToDelete(cube),
          }}
        />
      ),
    },
  ]

  return (
    <ListScreen
      {...list}
      title="Cubes"
      note="Private screening rooms, booked by the hour. Existing bookings keep their prices."
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={cubes.create.permission}
          onClick={() => setEdited('new')}
          sticky
        >
          Add cube
        </ActionButton>
      }
      columns={columns}
      empty={{
        title: 'No cubes yet',
        text: 'Add the private screening rooms of your cinemas',
        permission: cubes.create.permission,
      }}
    >
      <Suspense>
        {edited && <CubeDialog edited={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      </Suspense>
    </ListScreen>
  )
}
