import { TextInput } from '@mantine/core'
import type { Day } from '#contract/time.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { useForm } from '#web/form/useForm.ts'
import { dayClose, type DayDetail } from '../contract.ts'
import { messages } from '../rules.ts'

type Props = { day: Day; till: DayDetail['tills'][number]; onClose: () => void }

const typed = (naira: number | null) => (naira === null ? '' : String(naira))
const isAmount = (text: string) => /^\d{1,10}(\.\d{1,2})?$/.test(text.trim())
const amountOf = (text: string) => (text.trim() ? Number(text) : null)

/** What was counted in the tills of a cinema. */
export default function CountDialog({ day, till, onClose }: Props) {
  const form = useForm({
    initialValues: { cash: typed(till.cashCounted), card: typed(till.cardCounted) },
    validate: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([way, text]) => [way, !text.trim() || isAmount(text) ? null : messages.amount]),
      ),
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
      may={dayClose.count.may}
      isSaving={save.isPending}
      onSubmit={form.onSubmit(({ cash, card }) =>
        save.mutate({ params: { day }, body: { cinema_id: till.id, cash: amountOf(cash), card: amountOf(card) } }),
      )}
    >
      {(['cash', 'card'] as const).map((way) => (
        <TextInput
          key={way}
          label={way === 'cash' ? 'Cash counted' : 'Card total of the terminals'}
          description="In naira; empty when it was not counted"
          leftSection="₦"
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps(way)}
        />
      ))}
    </FormDialog>
  )
}
