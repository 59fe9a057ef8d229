import { TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import { refusal } from '#contract/permissions.ts'
import { isDay, type Day } from '#contract/time.ts'
import { categories } from '#features/programming/categories/contract.ts'
import { MediaPicker } from '#features/programming/media/web/MediaPicker.tsx'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { Autocomplete } from '#web/form/Autocomplete.tsx'
import { ClockInput } from '#web/form/ClockInput.tsx'
import { DayInput } from '#web/form/DayInput.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { Select } from '#web/form/Select.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import layout from '#web/form/layout.module.css'
import { CATEGORY_LENGTH, NAME_LENGTH, RECOMMENDED } from '../rules.ts'
import { LABELS, type EventDraft } from './draft.ts'
import type { CinemaOption } from './EventForm.tsx'
import styles from './Events.module.css'
import type { EventFormType } from './form-type.ts'

type Props = { form: EventFormType; cinemas: readonly CinemaOption[] }

/** What it is, where and when. What was chosen for another cinema or date does not fit and is cleared (operations 4). */
export function OverviewSection({ form, cinemas }: Props) {
  const me = useMe()
  const known = useRead(categories.list, {}, { enabled: !refusal(me, categories.list.permission) })
  const { movies, concessions, price, cinema_id, date, time } = form.values

  const moveTo = async (id: string) => {
    const lost = [movies.length && 'movies', concessions.length && 'concessions', price && 'price'].filter(Boolean)
    const change = { cinema_id: id, movies: [], concessions: [], price: '' }
    if (
      id !== cinema_id &&
      (!lost.length || (await confirmClear('location', lost.join(', ').replace(/, (?=\w+$)/, ' and '))))
    )
      take(form, change)
  }
  const setDay = async (day: Day | null) => {
    if (day && day !== date && (!movies.length || (await confirmClear('date', 'movies'))))
      take(form, { date: day, movies: [] })
  }

  return (
    <Card title="Overview">
      <div className={styles.overview}>
        <div className={layout.fields}>
          <TextInput label={LABELS.name} maxLength={unitsOf(NAME_LENGTH)} required {...form.getInputProps('name')} />
          <Autocomplete
            label={LABELS.event_category}
            placeholder="Optional"
            maxLength={unitsOf(CATEGORY_LENGTH)}
            data={(known.data ?? []).map(({ name }) => name)}
            {...form.getInputProps('event_category')}
          />
          <Select
            label={LABELS.cinema_id}
            required
            searchable
            allowDeselect={false}
            placeholder={cinemas.length ? '' : 'None yet'}
            nothingFoundMessage="No cinemas match"
            data={cinemas.map(({ id, cinema_name }) => ({ value: id, label: cinema_name }))}
            value={cinema_id || null}
            onChange={(id) => id && void moveTo(id)}
            error={form.errors.cinema_id}
          />
          <Pair>
            <DayInput
              label={LABELS.date}
              required
              value={date || null}
              onChange={(day) => (!day || isDay(day)) && void setDay(day)}
              // Enter ends the date: it does not send the form while it is asked what may be cleared.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              error={form.errors.date}
            />
            <ClockInput
              label={LABELS.time}
              required
              hoursLabel="Hours"
              minutesLabel="Minutes"
              value={time}
              onChange={(clock) => form.setFieldValue('time', clock)}
              error={form.errors.time}
            />
          </Pair>
        </div>
        <MediaPicker
          label={LABELS.image}
          kind="image"
          size={RECOMMENDED}
          required
          value={form.values.image}
          onChange={(address) => form.setFieldValue('image', address)}
          error={form.errors.image as string | undefined}
        />
      </div>
    </Card>
  )
}

/** What is changed has no error any more. */
function take(form: EventFormType, change: Partial<EventDraft>) {
  form.setValues(change)
  for (const field of Object.keys(change)) form.clearFieldError(field)
}

const confirmClear = (what: 'location' | 'date', lost: string) =>
  confirm({
    title: `Change the ${what}?`,
    text: `The ${lost} chosen for this ${what} will be cleared`,
    action: 'Change',
    cancel: `Keep the ${what}`,
  })
