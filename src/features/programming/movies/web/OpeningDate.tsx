import { DateInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { fromFormDay, toFormDay } from '#contract/time.ts'
import { typedDay } from '#contract/typed-day.ts'
import { dates } from '#web/date-names.ts'
import { pickerLabels } from '#web/form/picker-labels.ts'
import type { MovieFormType } from './form-type.ts'

/** The opening date, MM-DD-YYYY (core 9). Its own file, because only an upcoming movie needs a calendar. */
export default function OpeningDate({ form }: { form: MovieFormType }) {
  const day = fromFormDay(form.values.openingDate)
  return (
    <DateInput
      label="Opening date"
      // 03-04-2026 can be read either way.
      description={day && dates.full(day)}
      valueFormat="MM-DD-YYYY"
      placeholder="MM-DD-YYYY"
      dateParser={(text) => typedDay(text, 'mdy') ?? null}
      clearable
      {...pickerLabels}
      clearButtonProps={{ 'aria-label': 'Clear the opening date' }}
      value={day ?? null}
      onChange={(day) => form.setFieldValue('openingDate', day ? toFormDay(day) : '')}
      error={form.errors.openingDate}
    />
  )
}
