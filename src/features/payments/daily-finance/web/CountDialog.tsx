import { asTyped, typedNumber } from '#contract/typed-number.ts'
import type { Day } from '#contract/time.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useActionForm } from '#web/form/useActionForm.ts'
import { MoneyInput } from '#web/form/TypedNumberInput.tsx'
import { dayClose, type DayDetail } from '../close-contract.ts'
import { countProblem } from '../close-rules.ts'

type Props = { day: Day; till: DayDetail['tills'][number]; onClose: () => void }

const amountOf = (text: string) => (text.trim() ? typedNumber(text) : null)

/** What was counted in the tills of a cinema. */
export default function CountDialog({ day, till, onClose }: Props) {
  const action = useActionForm(dayClose.count, {
    initial: { cash: asTyped(till.cashCounted), card: asTyped(till.cardCounted) },
    rules: ({ cash, card }) => ({ cash: countProblem(cash) ?? null, card: countProblem(card) ?? null }),
    args: ({ cash, card }) => ({
      params: { day },
      body: { cinema_id: till.id, cash: amountOf(cash), card: amountOf(card) },
    }),
    onClose,
    onFailure: ({ fields }) => 'cash' in fields || 'card' in fields,
  })
  return (
    <FormDialog of={action} onClose={onClose} title={`Till count: ${till.name}`} submit="Save">
      {(['cash', 'card'] as const).map((method) => (
        <MoneyInput
          key={method}
          label={method === 'cash' ? 'Cash counted' : 'Card terminal total'}
          description="In naira. Leave empty if it was not counted."
          {...action.form.getInputProps(method)}
        />
      ))}
    </FormDialog>
  )
}
