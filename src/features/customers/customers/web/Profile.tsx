import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { APPROVAL_ACTIONS } from '#contract/approval.ts'
import { useOpened } from '#web/list/opened.ts'
import { Note } from '#web/ui/Note.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { RecordLink } from '#web/ui/RecordLink.tsx'
import { customers, type CustomerRecord } from '../contract.ts'
import { Habits } from './Habits.tsx'
import { Identity } from './Identity.tsx'
import { Overview } from './Overview.tsx'
import { paths } from './paths.ts'
import { ProfileMore } from './ProfileMore.tsx'
import { nameOf } from './format.ts'

// Loaded while the head of the page is shown, or when opened.
const Activities = lazy(() => import('./Activities.tsx'))
const Memberships = lazy(() => import('./Memberships.tsx'))
const Timeline = lazy(() => import('./Timeline.tsx'))
const CustomerDrawer = lazy(() => import('./CustomerDrawer.tsx'))

/** Pending approval requests about the customer. */
const Waiting = ({ on }: { on: CustomerRecord['waiting'] }) =>
  on.map(({ id, action, requester, createdAt, canOpen }) => (
    <Note key={id}>
      <b>Waiting for approval:</b> {APPROVAL_ACTIONS[action].label}, requested by {requester} on{' '}
      {showInstant(createdAt)}.{' '}
      {canOpen && (
        <RecordLink kind="approval_request" id={id}>
          See the request
        </RecordLink>
      )}
    </Note>
  ))

/** Profile of a customer on one page. Panels of other features are last. */
export function Profile({ record }: { record: CustomerRecord }) {
  const { userData: customer } = record
  const [isEdited, setEdited] = useOpened('edit')
  // A refetch may replace the record, but the form edits what was opened.
  const [opened, setOpened] = useState<CustomerRecord>()
  if (isEdited && !opened) setOpened(record)
  if (!isEdited && opened) setOpened(undefined)
  return (
    <Page
      title={nameOf(customer)}
      back={paths.active}
      actions={
        <>
          <ActionButton
            variant="default"
            leftSection={<IconPencil size={15} />}
            permission={customers.edit.permission}
            onClick={() => setEdited(true)}
          >
            EDIT PROFILE
          </ActionButton>
          <ProfileMore place="title" customerId={customer.id} />
        </>
      }
    >
      <ProfileMore place="top" customerId={customer.id} />
      <Waiting on={record.waiting} />
      <Overview record={record} />
      <Identity record={record} />
      <Suspense fallback={<Card title="Timeline">{null}</Card>}>
        <Timeline whose={{ id: customer.id }} />
      </Suspense>
      <Habits record={record} />
      <ProfileMore place="cards" customerId={customer.id} />
      <Suspense>
        <Activities record={record} />
        <Memberships record={record} />
      </Suspense>
      <Suspense>{opened && <CustomerDrawer edited={opened} onClose={() => setEdited(false)} />}</Suspense>
    </Page>
  )
}
