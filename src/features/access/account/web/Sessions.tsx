import { Button } from '@mantine/core'
import { useRead, useSave } from '#web/api/queries.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showInstant } from '#web/ui/format.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { account, type OpenSession } from '../contract.ts'
import { MEANS } from '../rules.ts'
import styles from './Account.module.css'

/** Where one is signed in, and how it ends there. */
export default function Sessions() {
  const reading = useRead(account.sessions, {}, { refetchOnMount: 'always' })
  const end = useSave(account.endSession)
  const endOthers = useSave(account.endOthers)
  const sessions = reading.data?.sessions

  const askToEndOthers = async () => {
    const yes = await confirm({
      title: 'End all your other sessions?',
      text: 'You stay signed in here. Everywhere else you have to sign in again.',
      action: 'End sessions',
      danger: true,
    })
    if (yes) endOthers.mutate({})
  }

  const columns: Column<OpenSession>[] = [
    {
      id: 'device',
      title: 'Device',
      main: true,
      cell: ({ device, isThis }) => (
        <span className={styles.device}>
          {device}
          {isThis && <StatusPill tone="good">This device</StatusPill>}
        </span>
      ),
    },
    { id: 'address', title: 'IP address', cell: ({ address }) => address || '–' },
    { id: 'means', title: 'Signed in with', cell: ({ means }) => MEANS[means] },
    { id: 'opened', title: 'Signed in', cell: (session) => showInstant(session.opened_at) },
    { id: 'seen', title: 'Last active', cell: (session) => showInstant(session.last_seen_at) },
    { id: 'ends', title: 'Expires', cell: (session) => showInstant(session.ends_at) },
    {
      id: 'acts',
      title: 'Actions',
      cell: ({ id, isThis, device }) =>
        isThis ? (
          '–'
        ) : (
          <Button
            variant="subtle"
            size="compact-xs"
            color="red"
            loading={end.isPending && end.variables.params.id === id}
            aria-label={`End the session on ${device}`}
            onClick={() => end.mutate({ params: { id } })}
          >
            End
          </Button>
        ),
    },
  ]

  return (
    <List
      label="Sessions"
      columns={columns}
      reading={reading}
      rows={sessions}
      total={sessions?.length}
      page={1}
      perPage={sessions?.length || 1}
      rowKey={({ id }) => id}
      empty={{ title: 'No sessions', text: 'You are not signed in anywhere' }}
      toolbar={
        <ActionButton
          variant="default"
          loading={endOthers.isPending}
          disabledReason={sessions && sessions.length < 2 ? 'This is your only session' : undefined}
          onClick={() => void askToEndOthers()}
        >
          End all other sessions
        </ActionButton>
      }
    />
  )
}
