import { Button } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { call, type ApiFailure } from '#web/api/client.ts'
import { useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { DraftNotice } from '#web/form/DraftNotice.tsx'
import { LeaveGuard } from '#web/form/LeaveGuard.tsx'
import { useUploading } from '#web/form/uploads.ts'
import { useDraft } from '#web/form/useDraft.ts'
import { Act } from '#web/ui/Act.tsx'
import { Page } from '#web/ui/Page.tsx'
import { movies, type MovieRecord } from '../contract.ts'
import { draftErrors, TAKEN_INTO, type MovieDraft } from '../rules.ts'
import { ApprovalBanner } from './ApprovalBanner.tsx'
import { CastSection } from './CastSection.tsx'
import { LABELS, toDraft, toSave } from './draft.ts'
import { InfoSection } from './InfoSection.tsx'
import { MediaSection } from './MediaSection.tsx'
import styles from './MovieForm.module.css'
import { OverviewSection } from './OverviewSection.tsx'
import { ShownValue } from './ShownValue.tsx'

// Fetched when they are opened.
const ReviewsDrawer = lazy(() => import('./ReviewsDrawer.tsx'))
const SourceNote = lazy(() => import('./SourceNote.tsx'))
const StaleDialog = lazy(() =>
  import('#web/form/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog<MovieDraft> })),
)

const FORM = 'movie-form'

/** The sections of the form, its banner, and what saving it takes (core 2, 4, 5). */
export function MovieForm({ record: opened }: { record: MovieRecord }) {
  const [record, setRecord] = useState(opened)
  const [reviewsOpen, setReviewsOpen] = useState(false)
  const [theirs, setTheirs] = useState<MovieRecord>()
  const draft = useDraft<MovieDraft>({
    id: `movie:${opened.movie_id}`,
    initial: toDraft(opened),
    version: opened.version,
    rules: draftErrors,
  })
  const { form } = draft
  const me = useMe()
  const uploading = useUploading()
  const sent = useRef(form.values)
  const problems = Object.values(draft.problems)

  const save = useSave(movies.save, {
    onSuccess: ({ data }) => {
      setRecord(data)
      setTheirs(undefined)
      draft.settle(toDraft(data), data.version, sent.current)
    },
    // A stale save is sorted out field by field; anything else is told as an alert and leaves the form as it is.
    onFailure: (failure) => {
      if (failure.current) setTheirs(failure.current as MovieRecord)
      else form.setErrors(fieldErrors(failure))
      return Boolean(failure.current)
    },
  })
  const submit = (values: MovieDraft, version: number | null) => {
    sent.current = values
    save.mutate({ body: toSave(record, values, version) })
  }

  /** Asked anew, because the schedule may have changed since the form was opened. */
  const hasShowtime = async () => {
    const { data } = await call(movies.fetch, { params: { id: record.movie_id } })
    const { is_show_time_available, next_show_time } = data
    setRecord((known) => ({ ...known, is_show_time_available, next_show_time }))
    return is_show_time_available
  }

  return (
    <Page
      title={form.values.title || record.movie_name}
      crumb={record.movie_name}
      back
      actions={
        <>
          <Button variant="default" leftSection={<IconMessage2 size={16} />} onClick={() => setReviewsOpen(true)}>
            View Reviews
          </Button>
          <Act
            type="submit"
            form={FORM}
            may={movies.save.may}
            disabledReason={uploading ?? (problems.length ? `Still missing: ${problems[0]}` : undefined)}
            onRefused={() => form.validate()}
            loading={save.isPending}
            sticky
          >
            Submit
          </Act>
        </>
      }
    >
      <LeaveGuard when={draft.isDirty && !save.isPending} onDiscard={draft.discard} />
      <DraftNotice
        at={draft.offered?.at}
        isOutdated={draft.offered?.version !== draft.base.version}
        onRestore={draft.restore}
        onDiscard={draft.forget}
      />
      <form
        id={FORM}
        className={styles.form}
        noValidate
        onSubmit={form.onSubmit((values) => submit(values, draft.base.version))}
      >
        <fieldset className={styles.fieldset} disabled={Boolean(refusal(me, movies.save.may))}>
          <ApprovalBanner form={form} problems={draft.problems} record={record} hasShowtime={hasShowtime} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <OverviewSection form={form} record={record} storedOverview={draft.base.values.overview} />
              <CastSection form={form} />
            </div>
            <div className={styles.column}>
              <MediaSection form={form} />
              <InfoSection form={form} record={record} />
            </div>
          </div>
        </fieldset>
      </form>
      <Suspense>
        {(record.attribution || form.values.taken.length > 0) && (
          <SourceNote record={record} taken={form.values.taken} />
        )}
        {reviewsOpen && <ReviewsDrawer movieId={record.movie_id} onClose={() => setReviewsOpen(false)} />}
        {theirs && (
          <StaleDialog
            base={draft.base.values}
            // What was taken here belongs to the values and is nothing to choose.
            theirs={{ ...toDraft(theirs), taken: form.values.taken }}
            yours={form.values}
            labels={LABELS}
            show={(field, value) =>
              field !== 'taken' && <ShownValue field={field} value={value as MovieDraft[typeof field]} />
            }
            isSaving={save.isPending}
            onClose={() => setTheirs(undefined)}
            onSave={(values) => {
              draft.rebase(toDraft(theirs), theirs.version, values)
              submit(values, theirs.version)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

/** Where the body's fields stand in the form. */
const FIELD_OF: Record<string, keyof MovieDraft> = {
  ...TAKEN_INTO,
  is_coming_soon_date: 'openingDate',
  censorship_rating: 'censorRating',
}
const fieldErrors = (failure: ApiFailure) =>
  Object.fromEntries(
    Object.entries(failure.fields).flatMap(([field, message]) => (FIELD_OF[field] ? [[FIELD_OF[field], message]] : [])),
  )
