import { Alert } from '@mantine/core'
import { useForm } from '#web/form/useForm.ts'
import type { UserRow } from '#features/customers/customers/contract.ts'
import { CustomerPicker } from '#features/customers/customers/web/CustomerPicker.tsx'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { today } from '#web/ui/format.ts'
import { kidsClub } from '../contract.ts'
import { adultWarning, guardianErrors, messages, NO_GUARDIAN, type ConsentSource, type Guardian } from '../rules.ts'
import { GuardianFields } from './GuardianFields.tsx'

type Draft = Guardian & { userId: UserRow | undefined }

/** A customer for the club, with the guardian's consent where it is there already. */
export default function AddDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Draft>({
    initialValues: { userId: undefined, ...NO_GUARDIAN },
    validate: (values) => ({
      userId: values.userId ? null : messages.noCustomer,
      ...guardianErrors(values, today()),
    }),
  })
  const add = useSave(kidsClub.add, {
    onDone: onClose,
    onFailure: (failure: ApiFailure) =>
      form.setErrors(failure.status === 409 ? { userId: failure.message } : failure.fields),
  })
  const customer = form.values.userId
  const warning = customer && adultWarning(customer.dateOfBirth, today())
  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => form.isDirty())}
      title="Add to the kids club"
      submit="Add"
      permission={kidsClub.add.permission}
      isSaving={add.isPending}
      onSubmit={form.onSubmit(({ userId: chosen, guardianName, consentDate, consentSource }) =>
        add.mutate({
          body: {
            userId: chosen!.userId,
            guardianName,
            consentDate,
            consentSource: consentSource as ConsentSource | null,
          },
        }),
      )}
    >
      <CustomerPicker
        label="Customer"
        value={customer}
        onChange={(chosen) => form.setFieldValue('userId', chosen)}
        error={form.errors.userId}
      />
      {warning && (
        <Alert color="yellow" variant="light" role="status">
          {warning}
        </Alert>
      )}
      <GuardianFields form={form} />
    </FormDialog>
  )
}
