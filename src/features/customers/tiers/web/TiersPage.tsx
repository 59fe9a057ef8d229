import { counted, showCount } from '#contract/counted.ts'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useList } from '#web/list/useList.ts'
import { useRemoval } from '#web/list/useRemoval.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showNaira } from '#web/ui/format.ts'
import { tiers, type Plan } from '../contract.ts'
import { TierActions } from './TierActions.tsx'
import styles from './Tiers.module.css'

// Fetched when it is opened.
const TierDrawer = lazy(() => import('./TierDrawer.tsx'))

/** `open` is the drawer: `new`, or which plan it shows. It comes back with the address after a sign-out. */
const inAddress = z.object({
  page: z._default(PageNumber, 1),
  open: z.optional(z.string().check(z.maxLength(20))),
})

/** The plans that the chain sells (operations 2: subscription tiers). */
export function TiersPage() {
  const list = useList(tiers.list, { label: 'Membership tiers', rows: (data) => data, address: inAddress })
  const { address, setAddress, data: plans } = list
  const { page = 1, open } = address
  const removal = useRemoval(tiers.retire, tiers.restore)
  const show = (drawer: string | undefined) => setAddress({ open: drawer, page: page === 1 ? undefined : page })

  const askToRetire = ({ product_id: id, product_name: name, customers }: Plan) =>
    removal.ask(id, `Delete ${name}?`, `Customers can no longer subscribe or renew. ${keepers(customers)}.`)

  const columns: Column<Plan>[] = [
    {
      id: 'product_name',
      title: 'Subscription Name',
      main: true,
      cell: (plan) => (
        <span className={styles.name}>
          {plan.product_name}
          {plan.is_multi_user && <span className={styles.tag}>Multi user</span>}
        </span>
      ),
    },
    {
      id: 'product_price',
      title: 'Subscription Fee',
      numeric: true,
      side: true,
      cell: (plan) => showNaira(plan.product_price),
    },
    { id: 'product_id', title: 'Subscription ID', numeric: true, card: false, cell: (plan) => plan.product_id },
    { id: 'tickets', title: 'Tickets a month', numeric: true, cell: (plan) => plan.tickets },
    {
      id: 'concession_discount',
      title: 'Concession discount',
      short: 'Discount',
      numeric: true,
      cell: (plan) => `${plan.concession_discount}%`,
    },
    { id: 'customers', title: 'Subscribers', numeric: true, cell: (plan) => showCount(plan.customers) },
    {
      id: 'acts',
      file: false,
      title: 'Actions',
      bare: true,
      wide: true,
      cell: (plan) => (
        <TierActions
          plan={plan}
          count={plans?.length ?? 0}
          isDeleting={removal.isBusy(plan.product_id)}
          onEdit={() => void show(String(plan.product_id))}
          onDelete={() => void askToRetire(plan)}
        />
      ),
    },
  ]
  const edited = plans?.find(({ product_id: id }) => String(id) === open)

  return (
    <ListScreen
      {...list}
      title="Membership Tiers"
      note="Monthly plans, in the order the shop shows them"
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={tiers.create.permission}
          onClick={() => void show('new')}
        >
          New tier
        </ActionButton>
      }
      columns={columns}
      rowKey={(plan) => String(plan.product_id)}
      empty={{
        title: 'No tiers yet',
        text: 'Create the first tier. Customers subscribe by the month.',
        permission: tiers.create.permission,
      }}
      csv={{ endpoint: tiers.listCsv }}
    >
      <Suspense>
        {plans && (open === 'new' || edited) && (
          <TierDrawer key={open} edited={edited} plans={plans} onClose={() => void show(undefined)} />
        )}
      </Suspense>
    </ListScreen>
  )
}

const keepers = (customers: number) =>
  customers === 0
    ? 'It has no subscribers'
    : `${counted(customers, 'subscriber')} ${customers === 1 ? 'keeps' : 'keep'} it until the end of the paid period`
