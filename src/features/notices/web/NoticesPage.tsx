import { Button } from '@mantine/core'
import { useRead, useSave } from '#web/api/queries.ts'
import { TABLE_ROWS } from '#contract/atoms.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { Filters } from '#web/list/Filters.tsx'
import { List } from '#web/list/List.tsx'
import { useRefused } from '#web/list/useRefused.tsx'
import { NavLink } from '#web/ui/NavLink.tsx'
import { OneLine } from '#web/ui/OneLine.tsx'
import { Page } from '#web/ui/Page.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { notices, type Notice } from '../contract.ts'
import styles from './Notices.module.css'
import { NoticeLink } from './NoticeLink.tsx'
import { paths } from './paths.ts'
import { endOf, timesOf } from './words.ts'

const COLUMNS: Column<Notice>[] = [
  {
    id: 'notice',
    title: 'Notice',
    main: true,
    width: '46%',
    cell: (notice) => (
      <span className={styles.named} data-unread={!notice.isRead || undefined}>
        <NoticeLink of={notice}>{notice.title}</NoticeLink>
        {notice.detail && <span className={styles.more}>{notice.detail}</span>}
      </span>
    ),
  },
  { id: 'kind', title: 'Kind', bare: true, cell: (notice) => notice.kindLabel },
  { id: 'when', title: 'When', bare: true, cell: (notice) => <OneLine>{timesOf(notice)}</OneLine> },
  {
    id: 'state',
    title: 'State',
    bare: true,
    cell: (notice) => {
      const end = endOf(notice)
      return end ? (
        <StatusPill tone="neutral">{end}</StatusPill>
      ) : notice.isRead ? (
        'Read'
      ) : (
        <StatusPill tone="info">Unread</StatusPill>
      )
    },
  },
]
const UNREAD = { name: 'state', label: 'State', options: [{ value: 'unread', label: 'Unread' }] }

/** All that one got. */
export function NoticesPage() {
  const [address, setAddress] = useAddress(notices.list.query)
  const { page = 1, perPage = TABLE_ROWS, kind, state } = address
  const list = useRead(notices.list, { query: { page, perPage, kind, state } })
  const choices = useRead(notices.choices, {})
  const readAll = useSave(notices.readAll)
  const kinds = choices.data?.kinds.map(({ kind: value, label }) => ({ value, label })) ?? []
  const filters = [UNREAD, { name: 'kind', label: 'Kind', options: kinds }]
  const refused = useRefused(filters, notices.list.query, setAddress)
  return (
    <Page
      title="Notices"
      actions={
        <>
          <NavLink to={paths.choices} className={styles.settings}>
            Notice settings
          </NavLink>
          <Button variant="default" loading={readAll.isPending} onClick={() => readAll.mutate({})}>
            Mark all as read
          </Button>
        </>
      }
    >
      <List
        label="Notices"
        columns={COLUMNS}
        reading={list}
        rows={list.data?.notices}
        total={list.data?.totalCount}
        page={page}
        perPage={perPage}
        onPage={(to, how) => setAddress({ page: to }, how)}
        rowKey={({ id }) => String(id)}
        empty={
          kind || state
            ? { title: 'No notices match', text: 'Remove a filter to see more.' }
            : { title: 'No notices', text: 'When something needs your attention, it appears here and under the bell.' }
        }
        toolbar={<Filters query={notices.list.query} filters={filters} values={address} onChange={setAddress} />}
        {...refused}
      />
    </Page>
  )
}
