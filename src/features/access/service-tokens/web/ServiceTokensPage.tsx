import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { nameOf } from '#contract/session.ts'
import { useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { config } from '#web/config.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showDayOf, showInstant } from '#web/ui/format.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { serviceTokens, type ServiceToken } from '../contract.ts'
import { messages, stateOf } from '../rules.ts'
import styles from './ServiceTokens.module.css'

// Fetched when they are opened.
const TokenDialog = lazy(() => import('./TokenDialog.tsx'))
const SecretDialog = lazy(() => import('#web/ui/SecretDialog.tsx'))

type Made = { token: ServiceToken; secret: string }

/** What integrators call the API with: made here, under a role, and taken back here. */
export function ServiceTokensPage() {
  const list = useList(serviceTokens.list, { label: 'Service tokens', rows: (data) => data.tokens })
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<Made>()
  const revoke = useSave(serviceTokens.revoke)
  const me = useMe()
  const fetchSecret = useSave(serviceTokens.secret, { says: false, onSuccess: ({ data }) => setMade(data) })

  const askToRevoke = async ({ id, name }: ServiceToken) => {
    const yes = await confirm({
      title: `Revoke ${name}?`,
      text: 'Programs that use this token will get an error. You cannot undo this.',
      action: 'Revoke',
      danger: true,
    })
    if (yes) revoke.mutate({ params: { id } })
  }

  const columns: Column<ServiceToken>[] = [
    { id: 'name', title: 'Name', main: true, cell: (token) => token.name },
    { id: 'role', title: 'Role', cell: (token) => token.role ?? '–' },
    {
      id: 'token',
      title: 'Token',
      cell: (token) => (token.last4 ? <code className={styles.code}>…{token.last4}</code> : 'No secret yet'),
    },
    { id: 'end', title: 'Expires', cell: (token) => showDayOf(token.expires_at) },
    {
      id: 'used',
      title: 'Last used',
      cell: (token) => (token.last_used_at ? showInstant(token.last_used_at) : 'Never'),
    },
    { id: 'state', title: 'State', cell: (token) => <State of={token} /> },
    {
      id: 'acts',
      title: 'Actions',
      cell: (token) =>
        ['revoked', 'ended'].includes(stateOf(token, Date.now()).is) ? (
          '–'
        ) : (
          <span className={styles.actions}>
            {!token.last4 && (
              <ActionButton
                variant="subtle"
                size="compact-xs"
                permission={serviceTokens.secret.permission}
                disabledReason={token.created_by === nameOf(me) ? undefined : messages.notYours}
                loading={fetchSecret.isPending && fetchSecret.variables.params.id === token.id}
                aria-label={`Get the secret of ${token.name}`}
                onClick={() => fetchSecret.mutate({ params: { id: token.id } })}
              >
                Get secret
              </ActionButton>
            )}
            <RowActions
              name={token.name}
              edit={undefined}
              remove={{
                word: 'Revoke',
                permission: serviceTokens.revoke.permission,
                isBusy: revoke.isPending && revoke.variables.params.id === token.id,
                onClick: () => void askToRevoke(token),
              }}
            />
          </span>
        ),
    },
  ]

  return (
    <ListScreen
      {...list}
      title="Service tokens"
      note="Tokens let your programs call the API. Each can do what its role allows, until it expires."
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={serviceTokens.create.permission}
          onClick={() => setMaking(true)}
        >
          New token
        </ActionButton>
      }
      columns={columns}
      empty={{
        title: 'No service tokens yet',
        text: 'Create a token for each program that calls the API',
        permission: serviceTokens.create.permission,
      }}
    >
      <Suspense>
        {isMaking && <TokenDialog onMade={setMade} onClose={() => setMaking(false)} />}
        {made && (
          <SecretDialog
            name={made.token.name}
            secret={made.secret}
            note={messages.made}
            lost="If the secret is lost, revoke the token and create a new one"
            command={commandOf()}
            onClose={() => setMade(undefined)}
          >
            The program sends the secret with every call (see <code>docs/tokens.md</code> and <code>docs/api.md</code>)
          </SecretDialog>
        )}
      </Suspense>
    </ListScreen>
  )
}

const commandOf = () =>
  [`curl ${new URL(`${config.api}/cinema`, location.href).href}`, `  -H "Authorization: Bearer $MARQUEE_TOKEN"`].join(
    ' \\\n',
  )

function State({ of: token }: { of: ServiceToken }) {
  const { is, daysLeft } = stateOf(token, Date.now())
  if (is === 'revoked')
    return (
      <span className={styles.state}>
        <StatusPill tone="bad">Revoked</StatusPill>
        {showInstant(token.revoked_at!)}
      </span>
    )
  if (is === 'ended') return <StatusPill tone="neutral">Expired</StatusPill>
  if (is === 'no role') return <StatusPill tone="bad">Role deleted</StatusPill>
  if (is === 'ending')
    return (
      <StatusPill tone="warn">
        {daysLeft === 1 ? 'Expires in less than a day' : `Expires in ${daysLeft} days`}
      </StatusPill>
    )
  return <StatusPill tone="good">Active</StatusPill>
}
