import { Button } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { call } from '#web/api/client.ts'
import layout from '#web/form/layout.module.css'
import { RecordForm } from '#web/form/RecordForm.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { businessToday } from '#web/ui/format.ts'
import { movies, type MovieRecord } from '../contract.ts'
import { draftErrors, IMPORT_TARGETS, type MovieDraft } from '../rules.ts'
import { ApprovalBanner } from './ApprovalBanner.tsx'
import { CastSection } from './CastSection.tsx'
import { LABELS, toDraft, toSave } from './draft.ts'
import { InfoSection } from './InfoSection.tsx'
import { MediaSection } from './MediaSection.tsx'
import { OverviewSection } from './OverviewSection.tsx'
import { paths } from './paths.ts'
import { DisplayValue } from './DisplayValue.tsx'

// Fetched when they are opened.
const ReviewsDrawer = lazy(() => import('./ReviewsDrawer.tsx'))
const SourceNote = lazy(() => import('./SourceNote.tsx'))
const QueueActions = lazy(() => import('./QueueActions.tsx'))

/** Where the body's fields stand in the form. */
const FIELD_OF: Record<string, keyof MovieDraft> = {
  ...IMPORT_TARGETS,
  is_coming_soon_date: 'openingDate',
  censorship_rating: 'censorRating',
}

/** Whether it stands in Coming Soon: staff marked it, or it opens after today. */
const isComingSoon = ({ movie_details_from_db: entered, opening_date: opens }: MovieRecord) =>
  entered?.is_coming_soon || (opens !== null && opens > businessToday())

/** The sections of the form, its banner, and what saving it takes (core 2, 4, 5). */
export function MovieForm({ record: opened }: { record: MovieRecord }) {
  const [reviewsOpen, setReviewsOpen] = useState(false)
  /** Where the form begins, and among which movies. */
  const { at, queue } = useSearch({ strict: false }) as Record<string, unknown>
  const afterSave = useRef<() => void>(undefined)
  const movie = useRecordForm({
    draft: `movie:${opened.movie_id}`,
    record: opened,
    toDraft,
    rules: draftErrors,
    labels: LABELS,
    show: (field, value) =>
      field !== 'imported' && <DisplayValue field={field} value={value as MovieDraft[typeof field]} />,
    own: ['imported'],
    create: null,
    change: {
      call: movies.save,
      args: (values, { record, version }) => ({ body: toSave(record, values, version) }),
      onSuccess: () => afterSave.current?.(),
    },
    onFailure: () => {
      afterSave.current = undefined
    },
    fieldOf: FIELD_OF,
    onDone: 'stays',
  })
  const { form, record, problems } = movie
  const [missing] = Object.values(problems)
  const disabledReason = missing && `Still missing: ${missing}`
  useEffect(() => {
    if (typeof at === 'string') void import('./part.ts').then(({ goToPart }) => goToPart(at, problems))
    // oxlint-disable-next-line react/exhaustive-deps -- as it opens
  }, [])
  const submit = (then: () => void) => {
    if (!form.validate()) return
    afterSave.current = then
    movie.save(form.getValues())
  }

  /** Asked anew, because the schedule may have changed since the form was opened. */
  const hasShowtime = async () => {
    const { data } = await call(movies.fetch, { params: { id: record.movie_id } })
    const { is_show_time_available, next_show_time } = data
    movie.setRecord((known) => ({ ...known, is_show_time_available, next_show_time }))
    return is_show_time_available
  }

  return (
    <RecordForm
      of={movie}
      title={form.values.title || record.movie_name}
      crumb={record.movie_name}
      under={isComingSoon(record) ? paths.comingSoon : undefined}
      back
      actions={
        <>
          <Button variant="default" leftSection={<IconMessage2 size={16} />} onClick={() => setReviewsOpen(true)}>
            View Reviews
          </Button>
          {typeof queue === 'string' && (
            <Suspense>
              <QueueActions
                id={record.movie_id}
                queue={queue}
                disabledReason={disabledReason}
                isSaving={movie.isSaving}
                onSubmit={submit}
              />
            </Suspense>
          )}
        </>
      }
      submit="Submit"
      disabledReason={disabledReason}
      above={<ApprovalBanner form={form} problems={problems} record={record} hasShowtime={hasShowtime} />}
      room="less"
      side={
        <div className={layout.column}>
          <MediaSection form={form} />
          <InfoSection form={form} record={record} />
        </div>
      }
      below={
        <Suspense>
          {(record.attribution || form.values.imported.length > 0) && (
            <SourceNote record={record} imported={form.values.imported} />
          )}
          {reviewsOpen && <ReviewsDrawer movieId={record.movie_id} onClose={() => setReviewsOpen(false)} />}
        </Suspense>
      }
    >
      <OverviewSection form={form} record={record} base={movie.base} />
      <CastSection form={form} />
    </RecordForm>
  )
}
