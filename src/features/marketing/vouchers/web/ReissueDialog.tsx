import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { today } from '#web/ui/format.ts'
import { closing } from '#web/ui/leave.ts'
import { vouchers, type Voucher } from '../contract.ts'
import { messages } from '../rules.ts'
import styles from './Vouchers.module.css'

type Props = {
  groupId: number
  chosen: readonly Voucher[]
  onDone: () => void
  onRefused: (failure: ApiFailure) => void
  onClose: () => void
}

/** New codes in the place of some: those that were lost, sent to the wrong people, or have expired. */
export default function ReissueDialog({ groupId, chosen, onDone, onRefused, onClose }: Props) {
  const [expiresOn, setExpiresOn] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const hasExpired = chosen.some((voucher) => voucher.expiresOn !== null && voucher.expiresOn < today())
  const reissue = useSave(vouchers.reissue, {
    onDone,
    onApprovalRequested: onClose,
    onFailure: (failure) => {
      const { expiresOn: wrong } = failure.fields
      setError(wrong)
      onRefused(failure)
      return Boolean(wrong)
    },
  })
  const send = () => {
    if (hasExpired && !expiresOn) return setError(messages.pastDay)
    reissue.mutate({
      params: { id: groupId },
      body: { ids: chosen.map(({ id }) => id), ...(expiresOn && { expiresOn }) },
    })
  }
  const guard = guardWhen(() => expiresOn !== null && !reissue.isPending)
  return (
    <Dialog
      opened
      onClose={onClose}
      guard={guard}
      title={chosen.length === 1 ? `Replace the voucher …${chosen[0]!.last4}?` : `Replace ${chosen.length} vouchers?`}
      footer={
        <>
          <Button variant="default" onClick={() => void closing(onClose, guard)()}>
            Cancel
          </Button>
          <ActionButton permission={vouchers.reissue.permission} loading={reissue.isPending} onClick={send}>
            Replace
          </ActionButton>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.text}>
          Each voucher gets a new code, and its old code stops working. Send recipients the new codes.
        </p>
        <DayInput
          label={hasExpired ? 'New expiry date' : 'New expiry date (optional)'}
          description={hasExpired ? 'Some have expired' : 'Leave empty to keep each date'}
          clearable
          minDate={today()}
          clearButtonProps={{ 'aria-label': 'Clear the new expiry date' }}
          value={expiresOn}
          onChange={(day) => {
            setExpiresOn(day)
            setError(undefined)
          }}
          error={error}
        />
      </div>
    </Dialog>
  )
}
