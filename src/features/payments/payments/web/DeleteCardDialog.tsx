import { showCard } from '#web/ui/format.ts'
import { Button, Loader } from '@mantine/core'
import type * as z from 'zod/mini'
import { payments } from '../contract.ts'
import { useSave } from '#web/api/queries.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { StoredCard } from '#features/customers/customers/contract.ts'
import { messages } from '../rules.ts'
import styles from './Payments.module.css'

type Props = { id: number; card: z.infer<typeof StoredCard> | null; onClose: () => void }

/** Confirms the deletion of the stored card, and stays open until it is deleted (operations 8). */
export default function DeleteCardDialog({ id, card, onClose }: Props) {
  const forget = useSave(payments.forgetCard, { onDone: onClose })
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Delete card"
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            CANCEL
          </Button>
          <Button
            color="red"
            {...(forget.isPending
              ? { leftSection: <Loader size={14} color="currentColor" />, 'aria-busy': true }
              : { onClick: () => forget.mutate({ params: { id } }) })}
          >
            {forget.isPending ? 'DELETING...' : 'DELETE'}
          </Button>
        </>
      }
    >
      <p>{messages.askDeleteCard}</p>
      {card && (
        <p className={styles.aside}>
          {showCard(card)}. The subscription cannot be renewed until the customer pays with a card again.
        </p>
      )}
    </Dialog>
  )
}
