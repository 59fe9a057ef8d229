import { showCount } from '#contract/counted.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { inOrder } from '#contract/isolate.ts'
import type { Output } from '#contract/endpoint.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import type { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { Filters } from '#web/list/Filters.tsx'
import { List } from '#web/list/List.tsx'
import { useRefused } from '#web/list/useRefused.tsx'
import { SearchBox } from '#web/list/SearchBox.tsx'
import { SelectionBar, useSelection } from '#web/list/selection.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { showDay, showInstant } from '#web/ui/format.ts'
import { vouchers, type Voucher, type VoucherGroup } from '../contract.ts'
import { AT_A_TIME, maskedCode, messages, STATE_LABELS, VOUCHER_PAGE } from '../rules.ts'
import { isMaking, SOON_MS, StateOf } from './badges.tsx'
import styles from './Vouchers.module.css'

// Fetched when they are opened.
const VoucherDialog = lazy(() => import('./VoucherDialog.tsx'))
const ReissueDialog = lazy(() => import('./ReissueDialog.tsx'))

const FILTERS = [
  { name: 'state', label: 'State', options: STATE_LABELS },
  { name: 'expires', label: 'Expiry date', isComing: true, none: 'Never expires' },
  { name: 'redeemed', label: 'Redeemed', none: 'Not redeemed' },
]

export type Address = Partial<Output<(typeof vouchers)['list']['query']>>
type Props = { group: VoucherGroup; address: Address; setAddress: ReturnType<typeof useAddress>[1] }

const isOpen = ({ state }: Voucher) => state === 'unused' || state === 'expired'
const canBeReplaced = (voucher: Voucher) => isOpen(voucher) || (voucher.state === 'void' && !voucher.replacedBy)

/** A group's vouchers, and what can be done with one or many of them. */
export function VoucherList({ group, address, setAddress }: Props) {
  const { page = 1, perPage = VOUCHER_PAGE, ...filter } = address
  const params = { id: group.id }
  const client = useQueryClient()
  const [codes, setCodes] = useState<ReadonlyMap<number, string>>(new Map())
  const [edited, setEdited] = useState<Voucher>()
  const [isReissuing, setReissuing] = useState(false)
  const reading = useRead(
    vouchers.list,
    { params, query: { ...filter, page, perPage } },
    { refetchOnMount: 'always', refetchInterval: () => (isMaking(group) ? SOON_MS : 0) },
  )
  const rows = reading.data?.vouchers
  const selection = useSelection({
    rows,
    total: reading.data?.totalCount,
    rowKey: ({ id }) => String(id),
    file: vouchers.list,
    query: { id: group.id, ...filter },
  })
  // Those of other pages are known as they were there.
  const seen = useRef(new Map<string, Voucher>()).current
  for (const voucher of rows ?? []) seen.set(String(voucher.id), voucher)
  const chosen = (selection?.ids ?? []).flatMap((id) => seen.get(id) ?? [])
  const done = () => {
    selection?.onClear()
    setReissuing(false)
  }
  /** Some of them are no longer as the list has them. */
  const refused = ({ status }: ApiFailure) => {
    if (status === 409) void client.invalidateQueries({ queryKey: [vouchers.list.feature] })
  }
  const voiding = useSave(vouchers.void, { onSuccess: done, onFailure: refused })
  const look = useSave(vouchers.codes, {
    says: false,
    onSuccess: ({ data }) =>
      setCodes((before) => new Map([...before, ...data.codes.map((one) => [one.id, one.code] as const)])),
  })
  const ids = chosen.map(({ id }) => id)
  const askToVoidAll = async () => {
    const count = group.usage.unused + group.usage.expired
    const yes = await confirm({
      title: count === 1 ? 'Void this voucher?' : `Void ${showCount(count)} vouchers?`,
      text: 'The codes stop working immediately. A voided voucher can only be replaced.',
      action: 'Void',
      danger: true,
    })
    if (yes) voiding.mutate({ params, body: { all: true } })
  }

  const columns: Column<Voucher>[] = [
    { id: 'code', title: 'Code', main: true, cell: (voucher) => <Code of={voucher} code={codes.get(voucher.id)} /> },
    { id: 'state', title: 'State', cell: (voucher) => <StateOf state={voucher.state} /> },
    { id: 'recipient', title: 'Recipient', cell: (voucher) => voucher.recipient || '–' },
    {
      id: 'expiresOn',
      title: 'Expiry Date',
      cell: (voucher) => (voucher.expiresOn ? showDay(voucher.expiresOn) : 'None'),
    },
    { id: 'usage', title: 'Usage', wide: true, width: '24%', cell: (voucher) => <Usage of={voucher} /> },
    {
      id: 'acts',
      title: 'Actions',
      cell: (voucher) => (
        <ActionButton
          variant="subtle"
          size="compact-xs"
          ml={-8}
          permission={vouchers.change.permission}
          aria-label={`Edit the voucher …${voucher.last4}`}
          onClick={() => setEdited(voucher)}
        >
          Edit
        </ActionButton>
      ),
    },
  ]

  const rejected = useRefused(FILTERS, vouchers.list.query, setAddress)
  const tooMany = selection && (selection.isAll || selection.count > AT_A_TIME) ? messages.tooMany : undefined
  return (
    <>
      <List
        label="Vouchers"
        columns={selection ? [selection.column, ...columns] : columns}
        reading={reading}
        rows={rows}
        total={reading.data?.totalCount}
        page={page}
        perPage={perPage}
        onPage={(to, how) => setAddress({ page: to }, how)}
        rowKey={({ id }) => String(id)}
        empty={{ title: 'No vouchers match', text: 'Remove a filter, or search for something else' }}
        toolbar={
          <>
            {selection && selection.count > 0 && (
              <SelectionBar {...selection}>
                <ActionButton
                  variant="default"
                  size="compact-sm"
                  permission={vouchers.reissue.permission}
                  disabledReason={
                    tooMany ?? (chosen.every(canBeReplaced) ? undefined : 'Some were already redeemed or replaced')
                  }
                  onClick={() => setReissuing(true)}
                >
                  Replace
                </ActionButton>
                <ActionButton
                  variant="default"
                  size="compact-sm"
                  permission={vouchers.codes.permission}
                  disabledReason={tooMany}
                  loading={look.isPending}
                  onClick={() => look.mutate({ params, body: { ids } })}
                >
                  Show codes
                </ActionButton>
              </SelectionBar>
            )}
            <Filters query={vouchers.list.query} filters={FILTERS} values={address} onChange={setAddress} />
            <ActionButton
              variant="subtle"
              color="red"
              size="compact-sm"
              permission={vouchers.void.permission}
              loading={voiding.isPending}
              disabledReason={
                isMaking(group)
                  ? messages.stillMaking
                  : group.usage.unused + group.usage.expired
                    ? undefined
                    : 'All were already redeemed or voided'
              }
              onClick={() => void askToVoidAll()}
            >
              Void all unused
            </ActionButton>
            <SearchBox
              label="Search by recipient or code"
              value={filter.search ?? ''}
              onSearch={(term) => setAddress({ search: term }, { replace: true })}
            />
          </>
        }
        {...rejected}
      />
      <Suspense>
        {edited && <VoucherDialog key={edited.id} voucher={edited} onClose={() => setEdited(undefined)} />}
        {isReissuing && (
          <ReissueDialog
            groupId={group.id}
            chosen={chosen}
            onDone={done}
            onRefused={refused}
            onClose={() => setReissuing(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** The code where it was asked for, else its last four letters. */
const Code = ({ of: { last4, state }, code }: { of: Voucher; code: string | undefined }) => (
  <span className={styles.code} data-void={state === 'void' || undefined}>
    {code ?? maskedCode(last4)}
    {code && <CopyButton text={code} label={`Copy the code …${last4}`} />}
  </span>
)

/** Where a voucher went. */
function Usage({ of: voucher }: { of: Voucher }) {
  const { redeemedAt, redeemedBy, reference, customer, voidedAt, replacedBy } = voucher
  if (redeemedAt)
    return (
      <span className={styles.two}>
        {showInstant(redeemedAt)}
        <span className={styles.more}>
          {inOrder([redeemedBy && `through ${redeemedBy}`, customer?.name, reference].filter(Boolean).join(' · '))}
        </span>
      </span>
    )
  if (voidedAt)
    return (
      <span className={styles.two}>
        {showInstant(voidedAt)}
        <span className={styles.more}>{replacedBy ? `replaced by …${replacedBy}` : 'voided'}</span>
      </span>
    )
  return '–'
}
