import { Loader } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { payments, type RenewalOffer } from '../contract.ts'
import { messages } from '../rules.ts'
import { useSave } from '#web/api/queries.ts'
import { showToast } from '#web/shell/toasts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showDay, showNaira, showDayOf, lastDayOf, showCard } from '#web/ui/format.ts'
import { useCustomer } from './useCustomer.ts'
import { useRenewal } from './useRenewal.ts'

/** RENEW SUBSCRIPTION: shows the charge before it is made, or why it is blocked (operations 2, 6). */
export function RenewButton({ customerId }: { customerId: number }) {
  const reading = useRenewal(customerId)
  const name = useCustomer(customerId)?.name
  const { data, error } = reading
  const renew = useSave(payments.renew, {
    // Because the call succeeds although the card was declined.
    says: false,
    onSuccess: ({ data: { state, stateText } }) =>
      state === 'failed' ? showToast('error', stateText) : showToast('success', messages.renewed),
    // Because the card may have been charged without an answer, the renewal is read again.
    onFailure: () => void reading.refetch(),
  })
  const ask = async (offer: RenewalOffer) => {
    const yes = await confirm({ title: `Renew the subscription of ${name}?`, text: termsOf(offer), action: 'Renew' })
    if (yes) renew.mutate({ params: { id: customerId } })
  }
  const reason = data?.refusal ?? error?.message
  return (
    <ActionButton
      permission={payments.renew.permission}
      disabledReason={reason ?? (data?.offer ? undefined : 'The amount to charge is loading')}
      leftSection={renew.isPending ? <Loader size={14} color="currentColor" /> : <IconRefresh size={15} />}
      {...(renew.isPending ? { 'aria-busy': true } : { onClick: () => data?.offer && void ask(data.offer) })}
    >
      {renew.isPending ? 'RENEWING...' : 'RENEW SUBSCRIPTION'}
    </ActionButton>
  )
}

const termsOf = ({ subscriptionName, numberOfMonths, amount, card, startsAt, expiresAt }: RenewalOffer) =>
  `${showNaira(amount)} is charged to ${showCard(card)} for ${monthsOf(numberOfMonths)} of ${subscriptionName}, ` +
  `from ${showDayOf(startsAt)} to ${showDay(lastDayOf(expiresAt))}`

export const monthsOf = (n: number) => (n === 1 ? 'one month' : `${n} months`)
