import { lazy, Suspense, useState } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { payments } from '../contract.ts'
import { messages } from '../rules.ts'
import { useCustomer } from './useCustomer.ts'

// Loaded when opened.
const DeleteCardDialog = lazy(() => import('./DeleteCardDialog.tsx'))

/** Delete card, an action of the customer profile (operations 4, 8). */
export function DeleteCard({ customerId }: { customerId: number }) {
  const card = useCustomer(customerId)?.card ?? null
  const [asks, setAsks] = useState(false)
  return (
    <>
      <ActionButton
        variant="default"
        size="xs"
        permission={payments.forgetCard.permission}
        disabledReason={card ? undefined : messages.noCardToDelete}
        onClick={() => setAsks(true)}
      >
        Delete card
      </ActionButton>
      <Suspense>{asks && <DeleteCardDialog id={customerId} card={card} onClose={() => setAsks(false)} />}</Suspense>
    </>
  )
}
