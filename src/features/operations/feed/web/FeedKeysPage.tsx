import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSave } from '#web/api/queries.ts'
import { config } from '#web/config.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showInstant } from '#web/ui/format.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { feed, type FeedKey } from '../contract.ts'
import { messages, SCOPE_LABELS, SCOPES } from '../rules.ts'
import styles from './FeedKeys.module.css'

const KeyDialog = lazy(() => import('./KeyDialog.tsx'))
const SecretDialog = lazy(() => import('#web/ui/SecretDialog.tsx'))

type Made = { key: FeedKey; secret: string }

const recordTypesLabel = ({ record_types: recordTypes }: FeedKey) =>
  recordTypes.length === SCOPES.length ? 'All' : recordTypes.map((scope) => SCOPE_LABELS[scope].label).join(', ')

/** Lists feed keys and creates new ones. */
export function FeedKeysPage() {
  const list = useList(feed.keys, { label: 'Feed keys', rows: (data) => data.keys })
  const [edited, setEdited] = useState<FeedKey | 'new'>()
  const [made, setMade] = useState<Made>()
  const revoke = useSave(feed.revokeKey)

  const askToRevoke = async ({ id, name }: FeedKey) => {
    const yes = await confirm({
      title: `Revoke ${name}?`,
      text: 'Systems that use this key get an error immediately. Data already sent is kept. You cannot undo this.',
      action: 'Revoke',
      danger: true,
    })
    if (yes) revoke.mutate({ params: { id } })
  }

  const columns: Column<FeedKey>[] = [
    { id: 'name', title: 'Name', main: true, cell: (key) => key.name },
    { id: 'source', title: 'Source', cell: (key) => <code className={styles.code}>{key.source}</code> },
    { id: 'record_types', title: 'Record types', bare: true, wide: true, width: '26%', cell: recordTypesLabel },
    { id: 'key', title: 'Key', card: false, cell: (key) => <code className={styles.code}>…{key.last4}</code> },
    { id: 'used', title: 'Last used', cell: (key) => (key.last_used_at ? showInstant(key.last_used_at) : 'Never') },
    { id: 'state', title: 'State', side: true, cell: (key) => <State of={key} /> },
    {
      id: 'acts',
      title: 'Actions',
      cell: (key) =>
        key.revoked_at ? (
          '–'
        ) : (
          <RowActions
            name={key.name}
            edit={{ permission: feed.changeKey.permission, onClick: () => setEdited(key) }}
            remove={{
              word: 'Revoke',
              permission: feed.revokeKey.permission,
              isBusy: revoke.isPending && revoke.variables.params.id === key.id,
              onClick: () => void askToRevoke(key),
            }}
          />
        ),
    },
  ]

  return (
    <ListScreen
      {...list}
      title="Feed keys"
      note="Your web shop, app and point of sale use these keys to send sales and refunds for all reports"
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={feed.createKey.permission}
          onClick={() => setEdited('new')}
        >
          New key
        </ActionButton>
      }
      columns={columns}
      empty={{
        title: 'No feed keys yet',
        text: 'Create a key for each system that sends data to Marquee',
        permission: feed.createKey.permission,
      }}
    >
      <Suspense>
        {edited && (
          <KeyDialog
            edited={edited === 'new' ? undefined : edited}
            onMade={setMade}
            onClose={() => setEdited(undefined)}
          />
        )}
        {made && (
          <SecretDialog
            name={made.key.name}
            secret={made.secret}
            note={messages.keyMade}
            lost="If you lose the secret, revoke the key and create a new one"
            command={commandOf(made.key)}
            onClose={() => setMade(undefined)}
          >
            The program sends the secret with every batch; <code>docs/feed.md</code> has an example of each record type
            and explains how to import a file.
          </SecretDialog>
        )}
      </Suspense>
    </ListScreen>
  )
}

function commandOf({ record_types: [scope] }: FeedKey) {
  const path = scope === 'vouchers' ? '/vouchers/redeem' : `/feed/${scope}`
  return [
    `curl ${new URL(config.api + path, location.href).href}`,
    `  -H "Authorization: Bearer $MARQUEE_FEED_KEY"`,
    `  -H 'Content-Type: application/json'`,
    scope === 'vouchers' ? `  --data '{"code": "…", "reference": "…"}'` : `  --data-binary @${scope}.json`,
  ].join(' \\\n')
}

const State = ({ of: key }: { of: FeedKey }) =>
  key.revoked_at ? (
    <span className={styles.state}>
      <StatusPill tone="bad">Revoked</StatusPill>
      {showInstant(key.revoked_at)}
    </span>
  ) : (
    <StatusPill tone="good">In use</StatusPill>
  )
