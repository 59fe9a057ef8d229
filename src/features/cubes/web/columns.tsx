import type { May } from '#contract/endpoint.ts'
import { showPhone } from '#contract/phone.ts'
import type { Column } from '#web/list/columns.ts'
import { Act } from '#web/ui/Act.tsx'
import { Clamp } from '#web/ui/Clamp.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { showNaira } from '#web/ui/format.ts'
import { cubes, type CubeBooking } from '../contract.ts'
import { ID_SHOWN, whyNotReschedule, type TabId } from '../rules.ts'
import styles from './Cubes.module.css'
import { showSlot } from './shown.ts'
import type { Show } from './useDialogs.tsx'

type Shows = { show: Show; onView: (booking: CubeBooking) => void }

/** What stands in a list alone and in no file. */
export const ACTS = ['view', 'reschedule', 'redeem', 'edit', 'cancel', 'approve']

/** The columns of each tab, in the specification's order (operations 2, Cube bookings). */
export function columnsOf(tab: TabId, { show, onView }: Shows): Column<CubeBooking>[] {
  const all: Record<string, Column<CubeBooking>> = {
    id: {
      id: 'id',
      title: 'ID',
      wide: true,
      cell: ({ booking_id: id }) => (
        <span className={styles.id}>
          {id.slice(0, ID_SHOWN)}…
          <CopyButton text={id} label={`Copy the ID ${id}`} />
        </span>
      ),
    },
    name: {
      id: 'name',
      title: 'Name',
      sort: 'name',
      main: true,
      cell: ({ full_name }) => <span className={styles.whole}>{full_name || '–'}</span>,
    },
    phone: {
      id: 'phone',
      title: 'Phone number',
      cell: ({ phone_number }) => <span className={styles.whole}>{showPhone(phone_number) || '–'}</span>,
    },
    email: { id: 'email', title: 'Email', wide: true, cell: ({ email }) => email || '–' },
    movie: {
      id: 'movie',
      title: 'Movie',
      cell: ({ movie_title }) => (
        <span className={styles.movie}>
          <Clamp>{movie_title}</Clamp>
        </span>
      ),
    },
    amount: {
      id: 'amount',
      title: 'Amount',
      sort: 'amount',
      numeric: true,
      cell: ({ payment_amount }) => showNaira(payment_amount),
    },
    date: {
      id: 'date',
      title: 'Date',
      sort: 'date',
      cell: ({ starts_at }) => <span className={styles.whole}>{showSlot(starts_at)}</span>,
    },
    current: {
      id: 'current',
      title: 'Current Date',
      cell: ({ date_time }) => <span className={styles.whole}>{showSlot(date_time)}</span>,
    },
    rescheduled: {
      id: 'rescheduled',
      title: 'Rescheduled Date',
      cell: ({ reschedule_date: at }) => <span className={styles.whole}>{at ? showSlot(at) : '–'}</span>,
    },
    view: {
      id: 'view',
      title: 'View Details',
      cell: (of) => (
        <RowAct label="View" words="View the booking of" of={of} may={cubes.booking.may} onClick={() => onView(of)} />
      ),
    },
    guest: { id: 'guest', title: 'Guest', numeric: true, cell: ({ guest_count }) => guest_count },
    reschedule: {
      id: 'reschedule',
      title: 'Reschedule',
      cell: (of) => (
        <RowAct
          label="Reschedule"
          words="Reschedule the booking of"
          of={of}
          may={cubes.reschedule.may}
          disabledReason={whyNotReschedule(of.status, new Date(of.starts_at), new Date())}
          onClick={() => show('reschedule', of)}
        />
      ),
    },
    redeem: {
      id: 'redeem',
      title: 'Redeem',
      cell: (of) => (
        <RowAct
          label="Redeem"
          words="Redeem the booking of"
          of={of}
          may={cubes.setStatus.may}
          onClick={() => show('redeem', of)}
        />
      ),
    },
    edit: {
      id: 'edit',
      title: 'Edit',
      cell: (of) => (
        <RowAct
          label="Edit"
          words="Edit the booking of"
          of={of}
          may={cubes.edit.may}
          onClick={() => show('edit', of)}
        />
      ),
    },
    cancel: {
      id: 'cancel',
      title: 'Cancel',
      cell: (of) => (
        <RowAct
          label="Cancel"
          words="Cancel the booking of"
          of={of}
          may={cubes.setStatus.may}
          color="red"
          onClick={() => show('cancel', of)}
        />
      ),
    },
    approve: {
      id: 'approve',
      title: 'Approve',
      cell: (of) =>
        of.status === 'Pending Cancellation Approval' || of.status === 'Pending Reschedule Approval' ? (
          <RowAct
            label="Approve"
            words={
              of.status === 'Pending Cancellation Approval'
                ? 'Approve the cancellation of'
                : 'Approve the rescheduling of'
            }
            of={of}
            may={cubes.setStatus.may}
            onClick={() =>
              show(of.status === 'Pending Cancellation Approval' ? 'approve cancellation' : 'approve reschedule', of)
            }
          />
        ) : of.status === 'Approved Cancellation' ? (
          'Cancelled'
        ) : (
          'Rescheduled'
        ),
    },
  }
  return SHOWN[tab].split(' ').map((id) => all[id]!)
}

const SHOWN: Record<TabId, string> = {
  paid: 'id name phone email movie amount date view guest reschedule redeem edit cancel',
  cancelled: 'id name phone email movie amount date view guest approve',
  rescheduled: 'id name phone email movie amount current rescheduled view guest approve redeem edit cancel',
  redeemed: 'id name phone email movie amount date view guest',
}

type RowActProps = {
  label: string
  /** What it does, before the name: for those who hear it. */
  words: string
  of: CubeBooking
  may: May
  color?: string
  disabledReason?: string | undefined
  onClick: () => void
}
const RowAct = ({ label, words, of, ...act }: RowActProps) => (
  <span className={styles.act}>
    <Act
      variant="subtle"
      size="compact-xs"
      aria-label={`${words} ${of.full_name || of.booking_id}, ${showSlot(of.starts_at)}`}
      {...act}
    >
      {label}
    </Act>
  </span>
)
