import { asTyped, typedNumber } from '#contract/typed-number.ts'
import type { Day } from '#contract/time.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { MoneyInput } from '#web/form/TypedNumberInput.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { useForm } from '#web/form/useForm.ts'
import { dayClose, type DayDetail } from '../close-contract.ts'
import { countProblem } from '../close-rules.ts'

type Props = { day: Day; till: DayDetail['tills'][number]; onClose: () => void }

const amountOf = (text: string) => (text.trim() ? typedNumber(text) : null)

/** What was counted in the tills of a cinema. */
export default function CountDialog({ day, till, onClose }: Props) {
  const form = useForm({
    initialValues: { cash: asTyped(till.cashCounted), card: asTyped(till.cardCounted) },
    validate: (values) =>
      Object.fromEntries(Object.entries(values).map(([method, text]) => [method, countProblem(text) || null])),
  })
  const save = useSave(dayClose.count, {
    onDone: onClose,
    onFailure: (failure: ApiFailure) => {
      form.setErrors(failure.fields)
      return Object.keys(failure.fields).some((field) => field in form.values)
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => form.isDirty())}
      title={`Tills of ${till.name}`}
      submit="Save"
      permission={dayClose.count.permission}
      isSaving={save.isPending}
      onSubmit={form.onSubmit(({ cash, card }) =>
        save.mutate({ params: { day }, body: { cinema_id: till.id, cash: amountOf(cash), card: amountOf(card) } }),
      )}
    >
      {(['cash', 'card'] as const).map((method) => (
        <MoneyInput
          key={method}
          label={method === 'cash' ? 'Cash counted' : 'Card total of the terminals'}
          description="In naira; empty when it was not counted"
          {...form.getInputProps(method)}
        />
      ))}
    </FormDialog>
  )
}
