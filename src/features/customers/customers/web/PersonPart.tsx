import { PasswordInput, Select, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { unitsOf } from '#contract/characters.ts'
import { NameInput } from '#web/form/NameInput.tsx'
import { DayInput } from '#web/form/DayInput.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { today } from '#web/ui/format.ts'
import { BILLING_CYCLES, GENDERS } from '../rules.ts'
import styles from './Customers.module.css'
import { LABELS } from './draft.ts'
import type { CustomerFormType } from './form-type.ts'
import { paths } from './paths.ts'
import { nameOf } from './format.ts'
import { useCinemas } from './useCinemas.ts'
import { useKnownPhone } from './useKnownPhone.ts'

type Cinema = { id: string; cinema_name: string }
type Props = {
  form: CustomerFormType
  isNew: boolean
  /** Stored cinema, which may be closed. */
  cinema: Cinema | undefined
}

/** Identity fields. */
export function PersonPart({ form, isNew, cinema }: Props) {
  const states = useCinemas() ?? []
  const known = useKnownPhone(form.values.mobile, isNew)
  const isListed = !cinema || states.some(({ cinemas }) => cinemas.some(({ id }) => id === cinema.id))
  const optional = (field: 'gender' | 'preferredBillingCycle' | 'default_cinema_id') => ({
    label: `${LABELS[field]} (optional)`,
    clearable: true,
    clearButtonProps: { 'aria-label': `Clear ${LABELS[field]}` },
    value: form.values[field] || null,
    onChange: (value: string | null) => form.setFieldValue(field, value ?? ''),
    error: form.errors[field],
  })
  return (
    <fieldset className={styles.part}>
      <legend>Person</legend>
      <Pair>
        <NameInput label={LABELS.first_name} maxLength={unitsOf(100)} {...form.getInputProps('first_name')} />
        <TextInput
          label={LABELS.last_name}
          maxLength={unitsOf(100)}
          autoComplete="off"
          {...form.getInputProps('last_name')}
        />
        <TextInput
          label={LABELS.email}
          type="email"
          maxLength={254}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('email')}
        />
        <TextInput
          label={LABELS.mobile}
          type="tel"
          placeholder="0803 123 4567"
          maxLength={40}
          autoComplete="off"
          description={
            known && (
              <>
                Another customer has this phone:{' '}
                <Link to={paths.profile(known.userId)} target="_blank">
                  {nameOf(known)}
                </Link>
              </>
            )
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('mobile')}
        />
        <DayInput
          label={LABELS.dateOfBirth}
          value={form.values.dateOfBirth || null}
          onChange={(day) => form.setFieldValue('dateOfBirth', day ?? '')}
          error={form.errors.dateOfBirth}
          maxDate={today()}
          // The calendar starts at years, because dates of birth are in the past.
          defaultLevel="decade"
        />
        <Select {...optional('gender')} data={GENDERS} />
        <Select {...optional('preferredBillingCycle')} data={BILLING_CYCLES} />
        <Select
          {...optional('default_cinema_id')}
          searchable
          data={[
            ...(isListed ? [] : [{ value: cinema.id, label: cinema.cinema_name }]),
            ...states
              .filter(({ cinemas }) => cinemas.length)
              .map(({ name, cinemas }) => ({
                group: name,
                items: cinemas.map(({ id, cinema_name }) => ({ value: id, label: cinema_name })),
              })),
          ]}
        />
        {isNew && (
          <PasswordInput
            label={LABELS.password}
            autoComplete="new-password"
            maxLength={200}
            {...form.getInputProps('password')}
          />
        )}
      </Pair>
    </fieldset>
  )
}
