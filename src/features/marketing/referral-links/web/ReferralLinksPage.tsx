import { showCount } from '#contract/counted.ts'
import { ActionIcon } from '@mantine/core'
import { IconPlus, IconQrcode } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { useRemoval } from '#web/list/useRemoval.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { showDayOf, showNaira } from '#web/ui/format.ts'
import { Tip } from '#web/ui/Tip.tsx'
import { referralLinks, type ReferralLink } from '../contract.ts'
import { SEARCH_DEBOUNCE_MS, SHORT_PATH } from '../rules.ts'
import styles from './ReferralLinks.module.css'

// Fetched when it is opened.
const LinkDialog = lazy(() => import('./LinkDialog.tsx'))
const QrDialog = lazy(() => import('./QrDialog.tsx'))

/** `open` is the dialog: `new`, the id of the link it shows, or `qr-` and the id of the link it shows as a QR code. */
const inAddress = z.object({ ...referralLinks.list.query.shape, open: z.optional(z.string().check(z.maxLength(20))) })

const FILTERS = [
  { name: 'clicks', label: 'Clicks' },
  { name: 'tickets', label: 'Tickets purchased' },
  { name: 'revenue', label: 'Revenue generated' },
  { name: 'created', label: 'Date created' },
]

/** Referral links (operations 2): who sends customers to the shop, and what came of it. */
export function ReferralLinksPage() {
  const list = useList(referralLinks.list, { label: 'Referral links', rows: (data) => data.data, address: inAddress })
  const { rows, address, setAddress } = list
  const { open } = address
  const removal = useRemoval(referralLinks.remove, referralLinks.restore)
  const show = (dialog: string | undefined) => setAddress({ open: dialog, page: address.page }, { replace: true })
  // The list behind the dialog may be fetched anew: what is edited is what was opened.
  const [opened, setOpened] = useState<ReferralLink>()
  const coded = rows?.find(({ id }) => `qr-${id}` === open)
  const edited = opened && String(opened.id) === open ? opened : rows?.find(({ id }) => String(id) === open)
  if (edited !== opened) setOpened(edited)

  const askToDelete = ({ id, name }: ReferralLink) =>
    removal.ask(
      id,
      `Delete the referral link of ${name}?`,
      'The link will still open the shop, but clicks and sales are no longer tracked. Past sales stay.',
    )

  const columns: Column<ReferralLink>[] = [
    { id: 'name', title: 'Name', sort: 'name', main: true, cell: (link) => link.name },
    { id: 'movie', title: 'Movie', bare: true, width: '18%', cell: (link) => link.movie.movie_title },
    {
      id: 'short_referral_link',
      file: ['referral_code', 'short_referral_link'],
      title: 'Short Link',
      bare: true,
      cell: (link) => <ShortLink of={link} onQr={() => show(`qr-${link.id}`)} />,
    },
    { id: 'clicks', title: 'Clicks', sort: 'clicks', numeric: true, cell: (link) => showCount(link.clicks) },
    {
      id: 'ticketsPurchased',
      title: 'Tickets Purchased',
      short: 'Tickets',
      sort: 'ticketsPurchased',
      numeric: true,
      cell: (link) => showCount(link.ticketsPurchased),
    },
    {
      id: 'revenueGenerated',
      title: 'Revenue Generated',
      sort: 'revenueGenerated',
      numeric: true,
      side: true,
      cell: (link) => showNaira(link.revenueGenerated),
    },
    {
      id: 'createdAt',
      title: 'Date Created',
      sort: 'createdAt',
      card: false,
      cell: (link) => showDayOf(link.createdAt),
    },
    {
      id: 'acts',
      file: false,
      title: 'Actions',
      cell: (link) => (
        <RowActions
          name={`the link of ${link.name}`}
          edit={{ permission: referralLinks.change.permission, onClick: () => show(String(link.id)) }}
          remove={{
            permission: referralLinks.remove.permission,
            isBusy: removal.isBusy(link.id),
            onClick: () => void askToDelete(link),
          }}
        />
      ),
    },
  ]

  return (
    <ListScreen
      {...list}
      title="Referral links"
      note="Clicks count each browser once a day, without bots and link previews. Tickets and revenue are net of refunds."
      columns={columns}
      total={list.data?.pagination.totalCount}
      empty={{
        title: 'No referral links yet',
        text: 'Create one for each person who sends customers to the shop',
        permission: referralLinks.create.permission,
      }}
      filters={FILTERS}
      searchLabel="Search by name, code or movie"
      searchDebounceMs={SEARCH_DEBOUNCE_MS}
      csv={{
        endpoint: referralLinks.csv,
      }}
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={referralLinks.create.permission}
          onClick={() => show('new')}
          sticky
        >
          New link
        </ActionButton>
      }
    >
      <Suspense>
        {open === 'new' && <LinkDialog edited={undefined} onClose={() => show(undefined)} />}
        {coded && <QrDialog of={coded} onClose={() => show(undefined)} />}
        {edited && <LinkDialog key={edited.id} edited={edited} onClose={() => show(undefined)} />}
      </Suspense>
    </ListScreen>
  )
}

/** Our own without its host, which is the same for all. */
const displayLink = (link: string): string => {
  const { host, pathname } = new URL(link)
  return pathname.startsWith(SHORT_PATH) ? pathname : host + pathname
}

/** It ends with the code, unless another shortener made it. */
type ShortLinkProps = { of: ReferralLink; onQr: () => void }
const ShortLink = ({ of: { name, referral_code: code, short_referral_link: link }, onQr }: ShortLinkProps) => (
  <span className={styles.short}>
    <span className={styles.link}>
      <a href={link} target="_blank" rel="noreferrer">
        {displayLink(link)}
      </a>
      <CopyButton text={link} label={`Copy the short link of ${name}`} />
      <Tip label={`QR code of the link of ${name}`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`QR code of the link of ${name}`}
          onClick={onQr}
        >
          <IconQrcode size={15} />
        </ActionIcon>
      </Tip>
    </span>
    {!link.endsWith(code) && <span className={styles.code}>{code}</span>}
  </span>
)
