import { Select, TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import type { Form } from '#web/form/useForm.ts'
import { DayInput } from '#web/form/DayInput.tsx'
import { today } from '#web/ui/format.ts'
import { Pair } from '#web/form/Pair.tsx'
import { CONSENT_SOURCES, GUARDIAN_LENGTH, type Guardian } from '../rules.ts'
import styles from './KidsClub.module.css'

/** The form has a guardian's fields, and may have others. */
type GuardianForm<T extends Guardian> = Pick<Form<T>, 'getInputProps' | 'setFieldValue' | 'values' | 'errors'>

export const GUARDIAN_LABELS = {
  guardianName: "Guardian's name",
  consentDate: 'Date of the consent',
  consentSource: 'Source of the consent',
}

/** Who looks after the child, and their consent. */
export function GuardianFields<T extends Guardian>({ form }: { form: GuardianForm<T> }) {
  return (
    <>
      <TextInput
        label={GUARDIAN_LABELS.guardianName}
        maxLength={unitsOf(GUARDIAN_LENGTH)}
        autoComplete="off"
        {...form.getInputProps('guardianName')}
      />
      <fieldset className={styles.consent}>
        <legend>Consent of the guardian</legend>
        <Pair>
          <DayInput
            label={GUARDIAN_LABELS.consentDate}
            maxDate={today()}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the date of the consent' }}
            {...form.getInputProps('consentDate')}
          />
          <Select
            label={GUARDIAN_LABELS.consentSource}
            placeholder="How it was given"
            data={CONSENT_SOURCES}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the source of the consent' }}
            {...form.getInputProps('consentSource')}
          />
        </Pair>
      </fieldset>
    </>
  )
}
