import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { paging } from '#contract/atoms.ts'
import { useSave } from '#web/api/queries.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { useRemoval } from '#web/list/useRemoval.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import { Tip } from '#web/ui/Tip.tsx'
import { Toggle } from '#web/ui/Toggle.tsx'
import { promotionFilter, promotions, type Promotion } from '../contract.ts'
import { messages, TABLE_ROWS, type PromotionState } from '../rules.ts'
import { OrderAndPreview } from './OrderAndPreview.tsx'
import { paths } from './paths.ts'
import { resultsColumn } from './results.tsx'
import { STATE_FILTERS, StatePill } from './StatePill.tsx'

const inAddress = z.object({
  ...paging(TABLE_ROWS),
  ...promotionFilter,
})
const FILTERS = [
  ...STATE_FILTERS,
  { name: 'landing', label: 'On the landing page', options: { yes: 'Shown', no: 'Not shown' } },
]
/** Why one that is not live cannot be put on the landing page. One that is to come can: it has its place from then on. */
const REFUSED: Partial<Record<PromotionState, string>> = { ended: messages.ended, off: messages.inactive }
/** A promotion goes live and leaves by itself: the list follows. */
const REFRESH_MS = 30_000

/** Promotions (operations 2): what stands in the body of the landing page. */
export function PromotionsPage() {
  const list = useList(
    promotions.list,
    {
      label: 'Promotions',
      rows: (data) => data.promotions,
      address: inAddress,
      query: () => ({ position: 'body' as const }),
    },
    { refetchInterval: () => REFRESH_MS },
  )
  const { metamaxActivePromotionsOnHomepageBody: most = Infinity, visibleOnHomepage = 0 } = list.data ?? {}
  const isFull = visibleOnHomepage >= most

  const show = useSave(promotions.save)
  const activate = useSave(promotions.status)
  const removal = useRemoval(promotions.remove, promotions.restore)

  const askToDelete = ({ id, title }: Promotion) =>
    removal.ask(id, 'Delete Promotion ad', `"${title}" will no longer be shown`)

  const columns: Column<Promotion>[] = [
    {
      id: 'promotion',
      file: ['promotion', 'description'],
      title: 'Promotion',
      main: true,
      width: '24%',
      cell: ({ title, thumbnail }) => <Thumb src={thumbnail} title={title} />,
    },
    {
      id: 'primary',
      file: ['primary', 'primary_url'],
      title: 'Primary CTA',
      card: false,
      wide: true,
      cell: (row) => <Cta label={row.primaryCTA} url={row.primaryCTAUrl} />,
    },
    {
      id: 'secondary',
      file: ['secondary', 'secondary_url'],
      title: 'Secondary CTA',
      card: false,
      yields: 'second',
      cell: (row) => <Cta label={row.secondaryCTA} url={row.secondaryCTAUrl} />,
    },
    {
      id: 'state',
      file: ['state', 'starts', 'ends'],
      title: 'State',
      bare: true,
      width: '15%',
      cell: (row) => <StatePill of={row} />,
    },
    { ...resultsColumn<Promotion>(), card: false },
    {
      id: 'landing',
      title: 'View on Landing page',
      short: 'Landing page',
      cell: ({ id, title, isVisibleOnHomepage, state: now }) => (
        <Toggle
          label={`View ${title} on the Landing page`}
          checked={isVisibleOnHomepage}
          permission={promotions.save.permission}
          disabledReason={
            isVisibleOnHomepage ? undefined : now === 'live' ? (isFull ? messages.full : undefined) : REFUSED[now]
          }
          isSaving={show.isPending && show.variables.params.id === id}
          onChange={(on) => show.mutate({ params: { id }, body: { isVisibleOnHomepage: on } })}
        />
      ),
    },
    {
      id: 'active',
      title: 'Activate',
      cell: ({ id, title, isActive }) => (
        <Toggle
          label={`Activate ${title}`}
          checked={isActive}
          permission={promotions.status.permission}
          isSaving={activate.isPending && activate.variables.params.id === id}
          onChange={(on) => activate.mutate({ params: { id }, body: { isActive: on } })}
        />
      ),
    },
    {
      id: 'acts',
      file: false,
      title: 'Actions',
      cell: (row) => (
        <RowActions
          name={row.title}
          edit={{ permission: promotions.save.permission, to: paths.edit(row.id) }}
          duplicate={{ permission: promotions.create.permission, to: paths.duplicate(row.id) }}
          remove={{
            permission: promotions.remove.permission,
            isBusy: removal.isBusy(row.id),
            onClick: () => void askToDelete(row),
          }}
        />
      ),
    },
  ]

  return (
    <ListScreen
      {...list}
      title="Promotions"
      note={messages.atMost}
      columns={columns}
      rowTo={({ id }) => paths.edit(id)}
      empty={{
        title: 'No promotions yet',
        text: 'Add one to show it on the landing page',
        permission: promotions.create.permission,
      }}
      searchLabel="Search by name or description"
      filters={FILTERS}
      controls={
        <>
          <OrderAndPreview />
          <AddButton />
        </>
      }
      csv={{ endpoint: promotions.csv }}
    />
  )
}

function AddButton() {
  const navigate = useNavigate()
  return (
    <ActionButton
      leftSection={<IconPlus size={16} />}
      permission={promotions.create.permission}
      onClick={() => void navigate({ to: paths.add })}
      sticky
    >
      ADD PROMOTION
    </ActionButton>
  )
}

/** A button of the promotion, which leads where it leads; its address stands in a tip. */
const Cta = ({ label, url }: { label: string; url: string }) =>
  label ? (
    <Tip label={url}>
      <a href={url} target="_blank" rel="noreferrer">
        {label}
      </a>
    </Tip>
  ) : (
    '–'
  )
