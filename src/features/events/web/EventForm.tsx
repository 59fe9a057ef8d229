import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import type { CinemaState } from '#features/cinemas/contract.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { DraftNotice } from '#web/form/DraftNotice.tsx'
import { LeaveGuard } from '#web/form/LeaveGuard.tsx'
import { useUploading } from '#web/form/uploads.ts'
import { useDraft } from '#web/form/useDraft.ts'
import { showAlert } from '#web/shell/alerts.ts'
import { Act } from '#web/ui/Act.tsx'
import { Page } from '#web/ui/Page.tsx'
import { events, type EventRecord } from '../contract.ts'
import { cinemasByName, isUnfilled, messages } from '../rules.ts'
import { ConcessionSection } from './ConcessionSection.tsx'
import { draftProblems, formErrors, LABELS, toDraft, toPayload, type EventDraft } from './draft.ts'
import styles from './Events.module.css'
import { MoviesSection } from './MoviesSection.tsx'
import { OverviewSection } from './OverviewSection.tsx'
import { paths } from './paths.ts'
import { ShownValue } from './ShownValue.tsx'
import { WordsSection } from './WordsSection.tsx'

// Fetched when it is opened.
const StaleDialog = lazy(() =>
  import('#web/form/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog<EventDraft> })),
)

const FORM = 'event-form'
/** Beside the form's own sections these need names of their own. */
const STALE_LABELS = { ...LABELS, movies: 'Movies and tickets', concessions: 'Concession quantities' }

type Props = {
  /** Without one, a new event is added. */
  event: EventRecord | undefined
  initial: EventDraft
  states: readonly CinemaState[]
}

/** The event's form (operations 2, 4, 5). */
export function EventForm({ event, initial, states }: Props) {
  const [theirs, setTheirs] = useState<EventRecord>()
  const me = useMe()
  const uploading = useUploading()
  const router = useRouter()
  const draft = useDraft<EventDraft>({
    id: `event:${event?.id ?? 'new'}`,
    initial,
    version: event?.version ?? null,
    rules: draftProblems,
  })
  const { form } = draft
  const { may } = event ? events.save : events.create
  const cinemas = withOwn(cinemasByName(states), event)

  const toList = () => void router.navigate({ to: paths.all })
  const onFailure = (failure: ApiFailure) => {
    if (failure.current) setTheirs(failure.current as EventRecord)
    else form.setErrors(formErrors(failure.fields))
    return Boolean(failure.current)
  }
  const onDone = () => {
    // Operations 4: after a save one screen back.
    if (router.history.canGoBack()) router.history.back()
    else toList()
  }
  const saving = { onFailure, onSuccess: draft.forget, onDone }
  const create = useSave(events.create, saving)
  const change = useSave(events.save, saving)
  const save = (values: EventDraft, version: number | null) => {
    const body = toPayload(values)
    if (event) change.mutate({ params: { id: event.id }, body: { ...body, version: version ?? undefined } })
    else create.mutate({ body })
  }
  const isSaving = create.isPending || change.isPending
  const isSaved = create.isSuccess || change.isSuccess
  const title = event ? 'Edit an Event' : 'Create an Event'
  const label = event ? (isSaving ? 'EDITING' : 'EDIT EVENT') : isSaving ? 'ADDING...' : 'SAVE EVENT'

  return (
    <Page
      title={title}
      crumb={event?.name ?? title}
      back={paths.all}
      actions={
        <>
          <Button variant="default" disabled={isSaving} onClick={toList}>
            CANCEL
          </Button>
          <Act type="submit" form={FORM} may={may} disabledReason={uploading} disabled={isSaving} sticky>
            {label}
          </Act>
        </>
      }
    >
      <LeaveGuard when={draft.isDirty && !isSaving && !isSaved} onDiscard={draft.discard} />
      <DraftNotice
        at={draft.offered?.at}
        isOutdated={draft.offered?.version !== draft.base.version}
        onRestore={draft.restore}
        onDiscard={draft.forget}
      />
      <form
        id={FORM}
        noValidate
        onSubmit={form.onSubmit(
          (values) => save(values, draft.base.version),
          (problems) => isUnfilled(problems as Record<string, string>) && showAlert('error', messages.fill),
        )}
      >
        <fieldset className={styles.fieldset} disabled={Boolean(refusal(me, may))}>
          <div className={styles.columns}>
            <div className={styles.column}>
              <OverviewSection form={form} cinemas={cinemas} />
              <MoviesSection form={form} cinema={cinemas.find(({ id }) => id === form.values.cinema_id)} may={may} />
              <WordsSection form={form} />
            </div>
            <ConcessionSection form={form} may={may} />
          </div>
        </fieldset>
      </form>
      <Suspense>
        {theirs && (
          <StaleDialog
            base={draft.base.values}
            theirs={toDraft(theirs)}
            yours={form.values}
            labels={STALE_LABELS}
            show={(field, value) => <ShownValue field={field} value={value} cinemas={cinemas} />}
            isSaving={change.isPending}
            onClose={() => setTheirs(undefined)}
            onSave={(values) => {
              draft.rebase(toDraft(theirs), theirs.version, values)
              setTheirs(undefined)
              save(values, theirs.version)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}

export type CinemaOption = CinemaState['cinemas'][number]

/** An event stays at its cinema, also when that is closed by now. */
const withOwn = (open: CinemaOption[], event: EventRecord | undefined): CinemaOption[] =>
  event && !open.some(({ id }) => id === event.cinema_id)
    ? [...open, { id: event.cinema_id, cinema_name: event.cinema_name }]
    : open
