import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useList } from '#web/list/useList.ts'
import { ActionsMenu } from '#web/ui/ActionsMenu.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { points, type PointsMember } from '../contract.ts'
import { messages, tierName, TIERS } from '../rules.ts'
import { nameOf } from './CustomerName.tsx'
import { count } from './format.ts'
import { paths } from './paths.ts'
import { useDialogs } from './useDialogs.tsx'

const LIFETIME: Column<PointsMember> = {
  id: 'lifetime',
  title: 'Lifetime points',
  sort: 'lifetime',
  numeric: true,
  cell: (member) => count(member.lifetime_points),
}
const AVAILABLE: Column<PointsMember> = {
  id: 'available',
  title: 'Available points',
  sort: 'available',
  numeric: true,
  cell: (member) => count(member.available_points),
}
const SUM_FILTERS = [
  { name: 'lifetime', label: 'Lifetime points' },
  { name: 'available', label: 'Available points' },
]

/** Points (operations 2): everybody by tier, with what can be done for them. */
export function PointsPage() {
  const [{ tier: chosen }] = useAddress(points.list.query)
  // A tab is of one tier.
  const tier = chosen && chosen in TIERS ? chosen : '0'
  const members = useMembers('Points', tier)
  const { show, dialogs } = useDialogs(members.rows)
  const columns: Column<PointsMember>[] = [
    { id: 'id', title: 'ID', sort: 'id', cell: (member) => member.id },
    { id: 'name', title: 'Name', sort: 'name', main: true, cell: nameOf },
    { id: 'email', title: 'Email', wide: true, cell: (member) => member.email ?? '–' },
    LIFETIME,
    AVAILABLE,
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
        {...members}
        above={
          <Tabs
            label="Tiers"
            tabs={TIERS.map((name, at) => ({ id: String(at), label: name }))}
            current={tier}
            search={({ page: _, ...others }, to) => ({ ...others, tier: to })}
          />
        }
        columns={columns}
        empty={{
          title: `No customers in ${tierName(Number(tier))} yet`,
          text: 'Customers you move to this tier appear here',
          permission: points.setTier.permission,
        }}
        filters={SUM_FILTERS}
      />
      {dialogs}
    </>
  )
}

const LOYALTY_COLUMNS: Column<PointsMember>[] = [
  { id: 'name', title: 'Name', sort: 'name', main: true, width: '22%', cell: nameOf },
  { id: 'email', title: 'Email', bare: true, wide: true, width: '26%', cell: (member) => member.email ?? '–' },
  { id: 'tier', title: 'Tier', side: true, cell: (member) => tierName(member.tier) },
  LIFETIME,
  AVAILABLE,
  {
    id: 'awarded',
    title: 'Awarded this month',
    card: false,
    numeric: true,
    cell: (member) => count(member.awarded_this_month),
  },
  {
    id: 'redeemed',
    title: 'Redeemed this month',
    card: false,
    numeric: true,
    cell: (member) => count(member.redeemed_this_month),
  },
]

/** Loyalty users (operations 2, Users): all customers with their tier and points. */
export const LoyaltyUsersPage = () => (
  <ListScreen
    {...useMembers('Loyalty users')}
    columns={LOYALTY_COLUMNS}
    empty={{ title: 'No loyalty users here', text: 'Try another search or remove the filter' }}
    filters={[{ name: 'tier', label: 'Tier', options: { ...TIERS } }, ...SUM_FILTERS]}
  />
)

/** What both lists of members share. @param tier the only one, or those that the address asks for */
const useMembers = (label: string, tier?: string) => ({
  ...useList(points.list, {
    label,
    rows: (data) => data.members,
    query: (address) => ({ tier: tier ?? address.tier }),
  }),
  title: label,
  rowTo: (member: PointsMember) => paths.member(member.id),
  searchLabel: 'Search for User',
  csv: { endpoint: points.csv },
})
