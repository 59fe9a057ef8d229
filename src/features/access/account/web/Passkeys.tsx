import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showInstant } from '#web/ui/format.ts'
import { accountFactors, type OwnFactors, type PasskeyRow } from '../factor-contract.ts'
import { factorMessages, PASSKEYS_MOST } from '../factor-rules.ts'
import styles from './Account.module.css'

// Fetched when it is opened.
const PasskeyDialog = lazy(() => import('./PasskeyDialog.tsx'))

/** @param stays why the last factor cannot be removed */
export function Passkeys({ profile: factors, stays }: { profile: OwnFactors; stays: string | undefined }) {
  const [open, setOpen] = useState<PasskeyRow | 'new'>()
  const remove = useSave(accountFactors.removePasskey)
  const { passkeys, device } = factors
  const askToRemove = async ({ id, name }: PasskeyRow) => {
    const yes = await confirm({
      title: `Remove ${name}?`,
      text: 'You cannot sign in with this passkey afterwards. You will be signed out on your other devices.',
      action: 'Remove',
      danger: true,
    })
    if (yes) remove.mutate({ params: { id } })
  }
  return (
    <Card
      title="Passkeys"
      actions={
        <ActionButton
          variant="default"
          size="xs"
          disabledReason={passkeys.length >= PASSKEYS_MOST ? factorMessages.tooManyPasskeys : undefined}
          onClick={() => setOpen('new')}
        >
          Add passkey
        </ActionButton>
      }
    >
      {passkeys.length === 0 && (
        <p className={styles.more}>
          A passkey signs you in with your fingerprint, face or screen lock, without a password. It cannot be guessed or
          phished.
        </p>
      )}
      {passkeys.length > 0 && (
        <ul className={styles.keys} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.key}>
              <span className={styles.name}>
                {passkey.name}
                <span className={styles.more}>
                  Added {showInstant(passkey.created_at)} ·{' '}
                  {passkey.last_used_at ? `last used ${showInstant(passkey.last_used_at)}` : 'not used yet'}
                </span>
              </span>
              <span className={styles.actions}>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setOpen(passkey)}
                >
                  Rename
                </Button>
                <ActionButton
                  variant="subtle"
                  size="compact-xs"
                  color="red"
                  disabledReason={stays}
                  loading={remove.isPending && remove.variables.params.id === passkey.id}
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => void askToRemove(passkey)}
                >
                  Remove
                </ActionButton>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {open && (
          <PasskeyDialog
            edited={open === 'new' ? undefined : open}
            approvalRequest={device}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}
