import { IconBan, IconCheck, type Icon } from '@tabler/icons-react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { showPhone } from '#contract/phone.ts'
import { config } from '#web/config.ts'
import type { Column } from '#web/list/columns.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ActionsMenu, type MenuAction } from '#web/ui/ActionsMenu.tsx'
import { Clamp } from '#web/ui/Clamp.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { showDayOf, showNaira } from '#web/ui/format.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import {
  ID_LENGTH_LISTED,
  stateOf,
  tabOf,
  redeemBlockedReason,
  rescheduleBlockedReason,
  type LogTabId,
} from '../rules.ts'
import { BookingStatus } from './BookingStatus.tsx'
import styles from './Cubes.module.css'
import { showHour, showSlot } from './format.ts'
import type { Show } from './useDialogs.tsx'

type Shows = { show: Show; onView: (booking: CubeBooking) => void }
/** Of all cubes each row says whose it is. */
type Of = Shows & { isAll: boolean }

/** The columns of each tab, in the specification's order (operations 2, Cube bookings). */
export function columnsOf(tab: LogTabId, { isAll, show, onView }: Of): Column<CubeBooking>[] {
  const all: Record<string, Column<CubeBooking>> = {
    id: {
      id: 'id',
      title: 'ID',
      card: false,
      yields: 'second',
      cell: ({ booking_id: id }) => (
        <span className={styles.id}>
          <span>{id.slice(0, ID_LENGTH_LISTED)}…</span>
          <CopyButton text={id} label={`Copy the ID ${id}`} />
        </span>
      ),
    },
    name: {
      id: 'name',
      title: 'Name',
      sort: 'name',
      main: true,
      cell: ({ full_name }) => full_name || '–',
    },
    phone: {
      id: 'phone',
      title: 'Phone number',
      bare: true,
      cell: ({ phone_number }) => showPhone(phone_number) || '–',
    },
    email: {
      id: 'email',
      title: 'Email',
      card: false,
      yields: 'second',
      cell: ({ email }) => (email ? <Truncated>{email}</Truncated> : '–'),
    },
    movie: {
      id: 'movie',
      title: 'Movie',
      bare: true,
      cell: ({ movie_title }) => <Clamp>{movie_title}</Clamp>,
    },
    amount: {
      id: 'amount',
      title: 'Amount',
      sort: 'amount',
      numeric: true,
      side: true,
      cell: ({ payment_amount }) => showNaira(payment_amount),
    },
    date: {
      id: 'date',
      title: 'Date',
      sort: 'date',
      bare: true,
      cell: ({ starts_at }) => <Slot at={starts_at} />,
    },
    cube: {
      id: 'cube',
      title: 'Cube',
      bare: true,
      file: ['cube', 'cinema'],
      cell: ({ cube_name, cinema_name }) => <Clamp>{`${cube_name}, ${cinema_name}`}</Clamp>,
    },
    // Once it is moved, the hour that is in force is the one that was asked for.
    current: {
      id: 'current',
      title: 'Current Date',
      cell: ({ status, date_time, starts_at }) =>
        status === 'Approved Reschedule' ? (
          <TimeAfterText requested="Booked for" at={date_time} />
        ) : (
          <Slot at={starts_at} />
        ),
    },
    rescheduled: {
      id: 'rescheduled',
      title: 'Rescheduled Date',
      cell: ({ status, starts_at, reschedule_date: at }) =>
        status === 'Approved Reschedule' ? (
          <TimeAfterText requested="Moved to" at={starts_at} />
        ) : at ? (
          <Slot at={at} />
        ) : (
          '–'
        ),
    },
    refunded: {
      id: 'refunded',
      title: 'Refunded',
      numeric: true,
      cell: ({ refunded_amount }) => showNaira(refunded_amount),
    },
    status: { id: 'status', title: 'Status', bare: true, cell: (of) => <BookingStatus of={stateOf(of)} /> },
    guest: { id: 'guest', title: 'Guest', numeric: true, cell: ({ guest_count }) => guest_count },
    actions: {
      id: 'actions',
      file: false,
      title: 'Actions',
      bare: true,
      cell: (of) => <ActionsMenu of={nameOf(of)} actions={actionsOf(tab, of, { show, onView })} />,
    },
    approve: {
      id: 'approve',
      file: false,
      title: 'Approve',
      cell: (of) => {
        const request = requestOf(of)
        if (!request) return of.status === 'Approved Cancellation' ? 'Cancelled' : 'Rescheduled'
        const label = request === 'cancellation' ? 'cancellation' : 'rescheduling'
        return (
          <span className={styles.actions}>
            <RowAction
              icon={IconCheck}
              text={`Approve the ${label} of`}
              of={of}
              permission={cubes.setStatus.permission}
              onClick={() => show(`approve ${request}`, of)}
            />
            <RowAction
              icon={IconBan}
              text={`Decline the ${label} of`}
              of={of}
              permission={cubes.setStatus.permission}
              color="red"
              onClick={() => show(`decline ${request}`, of)}
            />
          </span>
        )
      },
    },
  }
  const ids = COLUMNS_OF_TAB[tab].split(' ').flatMap((id) => (id === 'movie' && isAll ? ['cube', id] : [id]))
  const widths = ids.includes('approve') ? { ...WIDTHS, ...NARROW } : WIDTHS
  return ids.map((id) => ({ ...all[id]!, width: `${widths[id]!}px` }))
}

const COLUMNS_OF_TAB: Record<LogTabId, string> = {
  paid: 'id name phone email movie amount date guest actions',
  cancelled: 'id name phone email movie amount date guest approve actions',
  rescheduled: 'id name phone email movie amount current rescheduled guest approve actions',
  redeemed: 'id name phone email movie amount date guest actions',
  'not-redeemed': 'id name phone email movie amount date guest actions',
  refunded: 'id name phone email movie amount refunded date guest actions',
  all: 'id name movie amount date status guest actions',
}

/** What can be done to a booking of a tab, by the specification's words. */
function actionsOf(tab: LogTabId, of: CubeBooking, { show, onView }: Shows): MenuAction[] {
  const { permission } = cubes.setStatus
  const at = new Date(of.starts_at)
  const now = new Date()
  const view: MenuAction = { label: 'View Details', permission: cubes.booking.permission, onClick: () => onView(of) }
  const redeem: MenuAction = {
    label: 'Redeem',
    permission,
    disabledReason: redeemBlockedReason(at, now, config),
    onClick: () => show('redeem', of),
  }
  const edit: MenuAction = { label: 'Edit', permission: cubes.edit.permission, onClick: () => show('edit', of) }
  const cancel: MenuAction = { label: 'Cancel', permission, danger: true, onClick: () => show('cancel', of) }
  const reschedule: MenuAction = {
    label: 'Reschedule',
    permission: cubes.reschedule.permission,
    disabledReason: rescheduleBlockedReason(of.status, at, now),
    onClick: () => show('reschedule', of),
  }
  const own = tabOf(of)
  // Its own tab has a column for what is requested.
  const request = tab === 'all' ? requestOf(of) : undefined
  const decide: MenuAction[] = request
    ? [
        { label: `Approve ${request}`, permission, onClick: () => show(`approve ${request}`, of) },
        { label: `Decline ${request}`, permission, danger: true, onClick: () => show(`decline ${request}`, of) },
      ]
    : []
  if (own === 'paid') return [view, reschedule, redeem, edit, cancel]
  return own === 'rescheduled' || own === 'not-redeemed' ? [view, ...decide, redeem, edit, cancel] : [view, ...decide]
}

const requestOf = ({ status }: CubeBooking) =>
  status === 'Pending Cancellation Approval'
    ? 'cancellation'
    : status === 'Pending Reschedule Approval'
      ? 'reschedule'
      : undefined

const nameOf = (of: CubeBooking) => `${of.full_name || of.booking_id}, ${showSlot(of.starts_at)}`

/** What each takes at least, in px; what is left over is shared out. At 1280 px all of a tab stand in its frame. */
const WIDTHS: Record<string, number> = {
  id: 74,
  name: 100,
  phone: 96,
  email: 104,
  movie: 100,
  cube: 110,
  amount: 72,
  refunded: 72,
  date: 110,
  current: 90,
  rescheduled: 90,
  status: 212,
  guest: 48,
  approve: 96,
  actions: 62,
}
/** Where there are most columns: what is cut or breaks anyway leaves room for what does neither. */
const NARROW = { id: 56, name: 88, phone: 84, email: 80, movie: 86, cube: 96 }

type RowActionProps = {
  icon: Icon
  /** What it does, before the name: for those who hear it, and on hover. */
  text: string
  of: CubeBooking
  permission: RequiredPermission
  color?: string
  disabledReason?: string | undefined
  onClick: () => void
}
/** Its column's title says what it is. */
function RowAction({ icon: Icon, text, of, ...action }: RowActionProps) {
  const name = `${text} ${nameOf(of)}`
  return (
    <span className={styles.action}>
      <ActionButton variant="subtle" size="compact-sm" aria-label={name} {...action}>
        <Icon size={17} />
      </ActionButton>
    </span>
  )
}

const TimeAfterText = ({ requested, at }: { requested: string; at: string }) => (
  <span className={styles.message}>
    <span>{requested}</span> <Slot at={at} />
  </span>
)

/** An hour, which breaks between its day and its time alone. */
const Slot = ({ at }: { at: string }) => (
  <>
    <span className={styles.full}>{showDayOf(at)},</span> <span className={styles.full}>{showHour(at)}</span>
  </>
)

/** One line, with what does not fit said on hover. */
const Truncated = ({ children }: { children: string }) => (
  <span className={styles.cut} title={children}>
    {children}
  </span>
)
