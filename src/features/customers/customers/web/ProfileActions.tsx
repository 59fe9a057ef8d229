import { Loader } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { customers, type CustomerRecord } from '../contract.ts'
import { ProfileMore } from './ProfileMore.tsx'
import { messages } from '../rules.ts'
import { nameOf } from './format.ts'

// Loaded when it is opened.
const CancelDialog = lazy(() => import('./CancelDialog.tsx'))

/**
 * Clear Token, Reset password, and actions of other features in between. Each confirms first and shows the result
 * (operations 4, 8).
 */
export function ProfileActions({ record }: { record: CustomerRecord }) {
  const { userData: customer } = record
  const [isCancelling, setCancelling] = useState(false)
  const clear = useSave(customers.clearToken)
  const reset = useSave(customers.resetPassword)
  const params = { id: customer.id }
  const name = nameOf(customer)

  const clearToken = async () => {
    const yes = await confirm({
      title: 'Clear Token',
      text: `${name} will be signed out of the website and the app. Nothing else changes.`,
      action: 'Clear Token',
    })
    if (yes) clear.mutate({ params })
  }
  const resetPassword = async () => {
    const yes = await confirm({
      title: 'Reset password',
      text: `A password reset link will be sent to ${customer.email}. It works once and expires after 30 minutes.`,
      action: 'Send link',
    })
    if (yes) reset.mutate({ params })
  }

  return (
    <>
      <ActionButton
        {...small}
        permission={customers.clearToken.permission}
        {...(clear.isPending ? busy : { onClick: () => void clearToken() })}
      >
        {clear.isPending ? 'Clearing Token...' : 'Clear Token'}
      </ActionButton>
      <ProfileMore place="acts" customerId={customer.id} />
      <ActionButton
        {...small}
        permission={customers.resetPassword.permission}
        disabledReason={customer.email ? undefined : messages.noEmail}
        {...(reset.isPending ? busy : { onClick: () => void resetPassword() })}
      >
        {reset.isPending ? 'Sending...' : 'Reset password'}
      </ActionButton>
      <ActionButton
        {...small}
        permission={customers.cancelSubscription.permission}
        disabledReason={customer.status === 'Active' ? undefined : messages.noSubscription}
        onClick={() => setCancelling(true)}
      >
        Cancel subscription
      </ActionButton>
      <Suspense>{isCancelling && <CancelDialog record={record} onClose={() => setCancelling(false)} />}</Suspense>
    </>
  )
}

const small = { variant: 'default', size: 'xs' } as const
const busy = { leftSection: <Loader size={12} />, 'aria-busy': true } as const
