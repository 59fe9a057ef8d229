import { Button } from '@mantine/core'
import {
  IconArmchair,
  IconCoins,
  IconMail,
  IconNote,
  IconPlus,
  IconReceiptRefund,
  IconRefresh,
  IconTicket,
  IconUserCog,
  type Icon,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { TIMELINE_KINDS, type TimelineEvent, type TimelineKind } from '#contract/timeline.ts'
import { isSuperadmin } from '#contract/permissions.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { useAddress } from '#web/list/address.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ActionsMenu } from '#web/ui/ActionsMenu.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant, showNaira } from '#web/ui/format.ts'
import { RecordLink } from '#web/ui/RecordLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { customers, type CustomerOrGuest } from '../contract.ts'
import { messages } from '../rules.ts'
import styles from './Timeline.module.css'
import { notesOf } from './guest-calls.ts'

// Loaded when it is opened.
const NoteDialog = lazy(() => import('./NoteDialog.tsx'))

const KINDS: Record<TimelineKind, { label: string; icon: Icon }> = {
  purchase: { label: 'Purchases', icon: IconTicket },
  refund: { label: 'Refunds', icon: IconReceiptRefund },
  subscription: { label: 'Subscriptions', icon: IconRefresh },
  points: { label: 'Points', icon: IconCoins },
  'cube booking': { label: 'Cube bookings', icon: IconArmchair },
  email: { label: 'Emails', icon: IconMail },
  staff: { label: 'Staff', icon: IconUserCog },
  note: { label: 'Notes', icon: IconNote },
}

/** Kinds of events for a guest. */
const KINDS_OF_GUESTS: readonly TimelineKind[] = ['purchase', 'refund', 'cube booking', 'email', 'note']

const inAddress = z.object({ kind: z.optional(z.enum(TIMELINE_KINDS)) })

/** Timeline of a customer or a guest, newest first, with notes by staff. */
export default function Timeline({ whose }: { whose: CustomerOrGuest }) {
  const [{ kind }, setAddress] = useAddress(inAddress)
  const [edited, setEdited] = useState<TimelineEvent | 'new'>()
  return (
    <Card
      title="Timeline"
      actions={
        <ActionButton
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          permission={customers.addNote.permission}
          onClick={() => setEdited('new')}
        >
          Add note
        </ActionButton>
      }
    >
      <div className={styles.kinds} role="group" aria-label="Show in the timeline">
        {[undefined, ...('id' in whose ? TIMELINE_KINDS : KINDS_OF_GUESTS)].map((one) => (
          <button
            key={one ?? 'all'}
            type="button"
            className={styles.kind}
            aria-pressed={one === kind}
            onClick={() => setAddress({ kind: one })}
          >
            {one ? KINDS[one].label : 'All'}
          </button>
        ))}
      </div>
      <ol className={styles.events} key={kind ?? 'all'}>
        <Events whose={whose} kind={kind} before={undefined} onEdit={setEdited} />
      </ol>
      <Suspense>
        {edited && (
          <NoteDialog
            whose={whose}
            edited={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}

type EventsProps = {
  whose: CustomerOrGuest
  kind: TimelineKind | undefined
  before: string | undefined
  onEdit: (note: TimelineEvent) => void
}

/** Page of events, with a button for the next one. */
function Events({ whose, kind, before, onEdit }: EventsProps) {
  const { calls, params } = notesOf(whose)
  const query = { ...(kind && { kinds: kind }), ...(before && { before }) }
  const reading = useRead(calls.timeline, { params, query })
  const [isMore, setMore] = useState(false)
  const { events, next } = reading.data ?? {}
  if (!events)
    return (
      <li className={styles.wide}>
        {reading.error ? (
          <ErrorState error={reading.error} onRetry={reading.refetch} compact />
        ) : (
          <Skeleton height={88} />
        )}
      </li>
    )
  if (events.length === 0 && !before)
    return (
      <li className={styles.wide}>
        <EmptyState title={kind ? `No ${KINDS[kind].label.toLowerCase()}` : 'No activity yet'} />
      </li>
    )
  return (
    <>
      {events.map((event) => (
        <Event key={`${event.kind} ${event.id}`} of={event} whose={whose} onEdit={onEdit} />
      ))}
      {next &&
        (isMore ? (
          <Events whose={whose} kind={kind} before={next} onEdit={onEdit} />
        ) : (
          <li className={styles.wide}>
            <Button variant="default" size="xs" onClick={() => setMore(true)}>
              Show older
            </Button>
          </li>
        ))}
    </>
  )
}

const BAD = ['Refunded', 'Could not be sent']

type EventProps = { of: TimelineEvent; whose: CustomerOrGuest; onEdit: (note: TimelineEvent) => void }

function Event({ of: event, whose, onEdit }: EventProps) {
  const { kind, title, more, by, naira, status, links, note, at } = event
  const { icon: Icon, label } = KINDS[kind]
  const details = [...more, by && (note ? by : `by ${by}`), note?.isEdited && 'edited'].filter(Boolean)
  return (
    <li className={styles.event} data-kind={kind}>
      <span className={styles.icon} title={label}>
        <Icon size={16} stroke={1.7} aria-hidden />
      </span>
      <div className={styles.text}>
        <p className={styles.title}>
          <bdi>{title}</bdi>
        </p>
        {details.length > 0 && <p className={styles.more}>{details.join(' · ')}</p>}
        {links.map(({ kind: of, id, text }) => (
          <p key={text} className={styles.ids}>
            <RecordLink kind={of} id={id} className={styles.link}>
              {text}
            </RecordLink>
            <CopyButton text={text} label={`Copy ${text}`} />
          </p>
        ))}
      </div>
      <div className={styles.side}>
        {naira !== null && (
          <span className={styles.amount}>{naira < 0 ? `−${showNaira(-naira)}` : showNaira(naira)}</span>
        )}
        {status && (
          <StatusPill tone={BAD.includes(status) ? 'bad' : status === 'Partly refunded' ? 'warn' : 'neutral'} plain>
            {status}
          </StatusPill>
        )}
        <time className={styles.at} dateTime={at}>
          {showInstant(at)}
        </time>
      </div>
      {note && <NoteActions of={event} whose={whose} onEdit={() => onEdit(event)} />}
    </li>
  )
}

/** Actions of a note: its author edits it, its author or a superadmin deletes it. */
function NoteActions({
  of: { id, note, title },
  whose,
  onEdit,
}: {
  of: TimelineEvent
  whose: CustomerOrGuest
  onEdit: () => void
}) {
  const { isOwn } = note!
  const me = useMe()
  const { calls, params: person } = notesOf(whose)
  const params = { ...person, noteId: Number(id) }
  const restore = useSave(calls.restore)
  const remove = useSave(calls.remove, { undo: () => restore.mutate({ params }) })
  const { permission } = customers.editNote
  return (
    <ActionsMenu
      of={`the note “${title.slice(0, 40)}”`}
      isBusy={remove.isPending}
      actions={[
        { label: 'Edit', permission, disabledReason: isOwn ? undefined : messages.notYourNote, onClick: onEdit },
        {
          label: 'Delete',
          permission,
          danger: true,
          disabledReason: isOwn || isSuperadmin(me.userType) ? undefined : messages.notYourNote,
          onClick: () => remove.mutate({ params }),
        },
      ]}
    />
  )
}
