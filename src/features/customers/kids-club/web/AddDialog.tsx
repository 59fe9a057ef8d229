import { Alert } from '@mantine/core'
import { useActionForm } from '#web/form/useActionForm.ts'
import type { UserRow } from '#features/customers/customers/contract.ts'
import { CustomerPicker } from '#features/customers/customers/web/CustomerPicker.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { today } from '#web/ui/format.ts'
import { kidsClub } from '../contract.ts'
import { adultWarning, guardianErrors, messages, NO_GUARDIAN, type ConsentSource, type Guardian } from '../rules.ts'
import { GuardianFields } from './GuardianFields.tsx'

type Draft = Guardian & { userId: UserRow | undefined }
const NONE: Draft = { userId: undefined, ...NO_GUARDIAN }

/** A customer for the club, with the guardian's consent where it is there already. */
export default function AddDialog({ onClose }: { onClose: () => void }) {
  const action = useActionForm(kidsClub.add, {
    initial: NONE,
    rules: (values) => ({
      userId: values.userId ? null : messages.noCustomer,
      ...guardianErrors(values, today()),
    }),
    args: ({ userId, guardianName, consentDate, consentSource }) => ({
      body: {
        userId: userId!.userId,
        guardianName,
        consentDate,
        consentSource: consentSource as ConsentSource | null,
      },
    }),
    onClose,
    onFailure: ({ status, message }) => {
      if (status === 409) form.setErrors({ userId: message })
    },
  })
  const { form } = action
  const customer = form.values.userId
  const warning = customer && adultWarning(customer.dateOfBirth, today())
  return (
    <FormDialog of={action} onClose={onClose} title="Add to the kids club" submit="Add">
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
