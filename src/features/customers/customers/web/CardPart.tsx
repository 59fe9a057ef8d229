import { PasswordInput, TextInput } from '@mantine/core'
import { Pair } from '#web/form/Pair.tsx'
import styles from './Customers.module.css'
import { LABELS } from './draft.ts'
import type { CustomerFormType } from './form-type.ts'

/** Membership card of the point of sale. Its PIN is never shown again. */
export const CardPart = ({ form, hasPin }: { form: CustomerFormType; hasPin: boolean }) => (
  <fieldset className={styles.part}>
    <legend>Membership card</legend>
    <Pair>
      <TextInput
        label={LABELS.rosettaCardNumber}
        maxLength={40}
        autoComplete="off"
        {...form.getInputProps('rosettaCardNumber')}
      />
      <PasswordInput
        label={LABELS.rosettaCardPin}
        placeholder={hasPin ? 'Leave empty to keep the current PIN' : ''}
        inputMode="numeric"
        maxLength={8}
        autoComplete="new-password"
        {...form.getInputProps('rosettaCardPin')}
      />
    </Pair>
  </fieldset>
)
