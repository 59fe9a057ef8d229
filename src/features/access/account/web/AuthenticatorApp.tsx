import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showInstant } from '#web/ui/format.ts'
import { accountFactors, type OwnFactors } from '../factor-contract.ts'
import styles from './Account.module.css'

// Fetched when it is opened.
const AuthenticatorDialog = lazy(() => import('./AuthenticatorDialog.tsx'))

export function AuthenticatorApp({ profile: factors, stays }: { profile: OwnFactors; stays: string | undefined }) {
  const begin = useSave(accountFactors.newAuthenticator, { says: false })
  const remove = useSave(accountFactors.removeAuthenticator)
  const { authenticator } = factors
  const askToRemove = async () => {
    const yes = await confirm({
      title: 'Remove the authenticator app?',
      text: 'Its codes will stop working, and you will be signed out on your other devices',
      action: 'Remove',
      danger: true,
    })
    if (yes) remove.mutate({})
  }
  return (
    <Card
      title="Authenticator app"
      actions={
        <>
          {authenticator && (
            <ActionButton
              variant="subtle"
              size="xs"
              color="red"
              disabledReason={stays}
              loading={remove.isPending}
              onClick={() => void askToRemove()}
            >
              Remove
            </ActionButton>
          )}
          <Button variant="default" size="xs" loading={begin.isPending} onClick={() => begin.mutate({})}>
            {authenticator ? 'Replace' : 'Set up'}
          </Button>
        </>
      }
    >
      <p className={styles.more}>
        {authenticator
          ? `Set up ${showInstant(authenticator.confirmed_at)}. Enter the code from the app after your password.`
          : 'Use the 6-digit code from an app on your phone, after your password'}
      </p>
      <Suspense>{begin.data && <AuthenticatorDialog made={begin.data.data} onClose={begin.reset} />}</Suspense>
    </Card>
  )
}
