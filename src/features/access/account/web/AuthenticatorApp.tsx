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
      text: 'Its codes are good for nothing then. Your other sessions end.',
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
          ? `Set up ${showInstant(authenticator.confirmed_at)}. After the password you type the code that it shows.`
          : 'An app on your phone shows a code of six digits, which you type after the password.'}
      </p>
      <Suspense>{begin.data && <AuthenticatorDialog made={begin.data.data} onClose={begin.reset} />}</Suspense>
    </Card>
  )
}
