import { lazy, Suspense } from 'react'
import { useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showInstant } from '#web/ui/format.ts'
import { accountFactors, type OwnFactors } from '../factor-contract.ts'
import { factorMessages } from '../factor-rules.ts'
import styles from './Account.module.css'

// Fetched when it is opened.
const RecoveryCodesDialog = lazy(() => import('./RecoveryCodesDialog.tsx'))

export function RecoveryCodes({ factors: { passkeys, authenticator, recoveryCodes } }: { factors: OwnFactors }) {
  const make = useSave(accountFactors.newRecoveryCodes, { says: false })
  const hasFactor = passkeys.length > 0 || authenticator !== null
  const askToMake = async () => {
    const yes =
      !recoveryCodes ||
      (await confirm({
        title: 'Create new recovery codes?',
        text: 'Your current codes will stop working, and you will be signed out on your other devices',
        action: 'Create new codes',
      }))
    if (yes) make.mutate({})
  }
  return (
    <Card
      title="Recovery codes"
      actions={
        <ActionButton
          variant="default"
          size="xs"
          loading={make.isPending}
          disabledReason={hasFactor ? undefined : factorMessages.codesNeedFactor}
          onClick={() => void askToMake()}
        >
          {recoveryCodes ? 'Create new codes' : 'Create codes'}
        </ActionButton>
      }
    >
      <p className={styles.more}>
        {recoveryCodes
          ? `${recoveryCodes.left} of 10 left, created ${showInstant(recoveryCodes.made_at)}. Each works once if you cannot use your usual second step.`
          : 'Save 10 codes somewhere safe. Each works once if you cannot use your usual second step.'}
      </p>
      <Suspense>{make.data && <RecoveryCodesDialog codes={make.data.data.codes} onClose={make.reset} />}</Suspense>
    </Card>
  )
}
