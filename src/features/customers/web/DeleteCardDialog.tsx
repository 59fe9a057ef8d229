import { Button, Loader } from '@mantine/core'
import { payments } from '#features/payments/contract.ts'
import { useSave } from '#web/api/queries.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { CustomerRecord } from '../contract.ts'
import { messages } from '../rules.ts'
import styles from './Customers.module.css'
import { showCard } from './shown.ts'

type Props = { customer: CustomerRecord['userData']; onClose: () => void }

/** Asks before the stored card is forgotten, and stays until that is done (operations 8). */
export default function DeleteCardDialog({ customer: { id, card }, onClose }: Props) {
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
          {showCard(card)}. The subscription can then not be renewed until the customer pays with a card again.
        </p>
      )}
    </Dialog>
  )
}
