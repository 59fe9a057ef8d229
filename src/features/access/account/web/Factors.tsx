import { useRead } from '#web/api/queries.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { accountFactors } from '../factor-contract.ts'
import { factorMessages } from '../factor-rules.ts'
import { AuthenticatorApp } from './AuthenticatorApp.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** What one has beside the password. */
export default function Factors() {
  const reading = useRead(accountFactors.factors, {})
  const factors = reading.data
  if (!factors)
    return reading.error ? <ErrorState error={reading.error} onRetry={reading.refetch} /> : <Skeleton height={160} />
  const isLast = factors.passkeys.length + (factors.authenticator ? 1 : 0) === 1
  const stays = factors.isRequired && isLast ? factorMessages.lastIsRequired : undefined
  return (
    <>
      <Passkeys profile={factors} stays={stays} />
      <AuthenticatorApp profile={factors} stays={stays} />
      <RecoveryCodes factors={factors} />
    </>
  )
}
