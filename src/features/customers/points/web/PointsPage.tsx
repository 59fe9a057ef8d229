import { useRead } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useRows } from '#web/list/useRows.ts'
import { ActionsMenu } from '#web/ui/ActionsMenu.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { points, type PointsMember } from '../contract.ts'
import { MEMBER_PAGE, messages, tierName, TIERS } from '../rules.ts'
import { paths } from './paths.ts'
import { count, SUM_FILTERS } from './format.ts'
import { useDialogs } from './useDialogs.tsx'
import { nameOf } from './CustomerName.tsx'

/** Points (operations 2): everybody by tier, with what can be done for them. */
export function PointsPage() {
  const [address, setAddress] = useAddress(points.list.query)
  const { page = 1, perPage: _, ...selection } = address
  // A tab is of one tier.
  const tier = selection.tier && selection.tier in TIERS ? selection.tier : '0'
  const filter = { ...selection, tier }
  const size = useRows('Points', MEMBER_PAGE, address, setAddress)
  const list = useRead(points.list, { query: { page, perPage: size.perPage, ...filter } })
  const { show, dialogs } = useDialogs(list.data?.members)
  const name = tierName(Number(tier))

  const columns: Column<PointsMember>[] = [
    { id: 'id', title: 'ID', sort: 'id', cell: (member) => member.id },
    { id: 'name', title: 'Name', sort: 'name', main: true, cell: nameOf },
    { id: 'email', title: 'Email', wide: true, cell: (member) => member.email ?? '–' },
    {
      id: 'lifetime',
      title: 'Lifetime points',
      sort: 'lifetime',
      numeric: true,
      cell: (member) => count(member.lifetime_points),
    },
    {
      id: 'available',
      title: 'Available points',
      sort: 'available',
      numeric: true,
      cell: (member) => count(member.available_points),
    },
    {
      id: 'acts',
      file: false,
      title: 'Actions',
      bare: true,
      cell: (member) => (
        <ActionsMenu
          of={nameOf(member)}
          actions={[
            { label: 'Add point', permission: points.award.permission, onClick: () => show('award', member) },
            { label: 'Change Tier', permission: points.setTier.permission, onClick: () => show('tier', member) },
            { label: 'View History', permission: points.history.permission, onClick: () => show('history', member) },
            {
              label: 'Redeem',
              permission: points.redeem.permission,
              disabledReason: member.available_points === 0 ? messages.tooFew(0) : undefined,
              onClick: () => show('redeem', member),
            },
          ]}
        />
      ),
    },
  ]

  return (
    <>
      <ListScreen
        title="Points"
        label="Points"
        above={
          <Tabs
            label="Tiers"
            tabs={TIERS.map((name, at) => ({ id: String(at), label: name }))}
            current={tier}
            search={({ page: _, ...chosen }, to) => ({ ...chosen, tier: to })}
          />
        }
        columns={columns}
        address={address}
        setAddress={setAddress}
        {...size}
        reading={list}
        rows={list.data?.members}
        total={list.data?.totalCount}
        rowKey={(member) => String(member.id)}
        rowTo={(member) => paths.member(member.id)}
        empty={{
          title: `Nobody is in ${name} yet`,
          text: 'Customers whose tier is changed to this one appear here.',
          permission: points.setTier.permission,
        }}
        searchLabel="Search for User"
        filters={SUM_FILTERS}
        csv={{ endpoint: points.csv, query: (columns) => ({ ...filter, columns }) }}
      />
      {dialogs}
    </>
  )
}
