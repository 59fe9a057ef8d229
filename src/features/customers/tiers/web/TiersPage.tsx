import { showCount } from '#contract/counted.ts'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { PageNumber, TABLE_ROWS } from '#contract/atoms.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import { ColumnMenu } from '#web/list/ColumnMenu.tsx'
import { inFile, useColumnChoice, type Column } from '#web/list/columns.ts'
import { ExportButton } from '#web/list/ExportButton.tsx'
import { List } from '#web/list/List.tsx'
import { showToast } from '#web/shell/toasts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showNaira } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { tiers, type Plan } from '../contract.ts'
import { messages } from '../rules.ts'
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
  const [{ page = 1, open }, setAddress] = useAddress(inAddress)
  const reading = useRead(tiers.list, {})
  const plans = reading.data
  const restore = useSave(tiers.restore)
  const retire = useSave(tiers.retire, {
    says: false,
    onSuccess: (_, { params }) =>
      showToast('success', messages.retired, { label: 'Undo', onAction: () => restore.mutate({ params }) }),
  })
  const show = (drawer: string | undefined) => setAddress({ open: drawer, page: page === 1 ? undefined : page })

  const askToRetire = async ({ product_id: id, product_name: name, customers }: Plan) => {
    const yes = await confirm({
      title: `Delete ${name}?`,
      text: `Nobody can subscribe to it or renew it any more. ${keepers(customers)}`,
      action: 'Delete',
      danger: true,
    })
    if (yes) retire.mutate({ params: { id } })
  }

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
          isDeleting={retire.isPending && retire.variables.params.id === plan.product_id}
          onEdit={() => void show(String(plan.product_id))}
          onDelete={() => void askToRetire(plan)}
        />
      ),
    },
  ]
  const choice = useColumnChoice('Membership tiers', columns)
  const edited = plans?.find(({ product_id: id }) => String(id) === open)

  return (
    <Page
      title="Membership Tiers"
      note="Monthly plans, in the order the shop shows them."
      actions={
        <>
          <ColumnMenu columns={columns} hidden={choice.hidden} onToggle={choice.toggle} />
          <ExportButton endpoint={tiers.listCsv} query={{ columns: inFile(choice.visible) }} />
          <ActionButton
            leftSection={<IconPlus size={16} />}
            permission={tiers.create.permission}
            onClick={() => void show('new')}
          >
            New tier
          </ActionButton>
        </>
      }
    >
      <List
        label="Membership tiers"
        columns={choice.visible}
        reading={reading}
        rows={plans?.slice((page - 1) * TABLE_ROWS, page * TABLE_ROWS)}
        total={plans?.length}
        page={page}
        perPage={TABLE_ROWS}
        onPage={(to, how) => setAddress({ page: to }, how)}
        rowKey={(plan) => String(plan.product_id)}
        empty={{
          title: 'No tiers yet',
          text: 'Make the first one: customers subscribe to a tier by the month.',
          permission: tiers.create.permission,
        }}
      />
      <Suspense>
        {plans && (open === 'new' || edited) && (
          <TierDrawer key={open} edited={edited} plans={plans} onClose={() => void show(undefined)} />
        )}
      </Suspense>
    </Page>
  )
}

const keepers = (customers: number) =>
  customers === 0
    ? 'Nobody has it now.'
    : `${customers === 1 ? 'The one customer who has it keeps' : `The ${showCount(customers)} customers who have it keep`} it to the end of what is paid.`
