import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { lazy } from 'react'
import type { CinemaState } from '#features/programming/cinemas/contract.ts'
import { RecordForm } from '#web/form/RecordForm.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { showToast } from '#web/shell/toasts.ts'
import { events, type EventRecord } from '../contract.ts'
import { cinemasByName, isUnfilled, messages } from '../rules.ts'
import { ConcessionSection } from './ConcessionSection.tsx'
import { draftProblems, FIELD_OF, LABELS, toDraft, toPayload, type EventDraft } from './draft.ts'
import { MoviesSection } from './MoviesSection.tsx'
import { OverviewSection } from './OverviewSection.tsx'
import { paths } from './paths.ts'
import { DescriptionSection } from './DescriptionSection.tsx'

// Shown when two people changed the same event.
const DisplayValue = lazy(async () => ({ default: (await import('./DisplayValue.tsx')).DisplayValue }))

/** Beside the form's own sections these need names of their own. */
const STALE_LABELS = { ...LABELS, movies: 'Movies and tickets', concessions: 'Concession quantities' }

type Props = {
  /** Without one, a new event is added. */
  event: EventRecord | undefined
  /** The one that a new event begins as. */
  from?: EventRecord | undefined
  initial: EventDraft
  states: readonly CinemaState[]
}

/** The event's form (operations 2, 4, 5). */
export function EventForm({ event, from, initial, states }: Props) {
  const router = useRouter()
  const cinemas = withOwn(cinemasByName(states), event)
  const toList = () => void router.navigate({ to: paths.all })
  const record = useRecordForm({
    draft: `event:${event?.id ?? (from ? `like-${from.id}` : 'new')}`,
    record: event,
    toDraft,
    rules: draftProblems,
    labels: STALE_LABELS,
    show: (field, value) => <DisplayValue field={field} value={value} cinemas={cinemas} />,
    create: { call: events.create, empty: initial, args: (values) => ({ body: toPayload(values) }) },
    change: {
      call: events.save,
      args: (values, { record: { id }, version }) => ({ params: { id }, body: { ...toPayload(values), version } }),
    },
    fieldOf: FIELD_OF,
    onInvalid: (problems) => isUnfilled(problems) && showToast('error', messages.fill),
    onDone: () => {
      // Operations 4: after a save one screen back.
      if (router.history.canGoBack()) router.history.back()
      else toList()
    },
  })
  const { form, permission, isSaving } = record
  const title = event ? 'Edit an Event' : 'Create an Event'

  return (
    <RecordForm
      of={record}
      title={title}
      crumb={event?.name ?? title}
      back={paths.all}
      actions={
        <Button variant="default" disabled={isSaving} onClick={toList}>
          CANCEL
        </Button>
      }
      submit={event ? 'EDIT EVENT' : 'SAVE EVENT'}
      saving={event ? 'EDITING' : 'ADDING...'}
      room="more"
      side={<ConcessionSection form={form} permission={permission} />}
    >
      <OverviewSection form={form} cinemas={cinemas} />
      <MoviesSection
        form={form}
        cinema={cinemas.find(({ id }) => id === form.values.cinema_id)}
        permission={permission}
      />
      <DescriptionSection form={form} />
    </RecordForm>
  )
}

export type CinemaOption = CinemaState['cinemas'][number]

/** An event stays at its cinema, also when that is closed by now. */
const withOwn = (open: CinemaOption[], event: EventRecord | undefined): CinemaOption[] =>
  event && !open.some(({ id }) => id === event.cinema_id)
    ? [...open, { id: event.cinema_id, cinema_name: event.cinema_name }]
    : open
