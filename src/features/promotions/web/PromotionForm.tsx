import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { config } from '#web/config.ts'
import { DraftNotice } from '#web/form/DraftNotice.tsx'
import { LeaveGuard } from '#web/form/LeaveGuard.tsx'
import { useUploading } from '#web/form/uploads.ts'
import { useDraft } from '#web/form/useDraft.ts'
import { Act } from '#web/ui/Act.tsx'
import { Page } from '#web/ui/Page.tsx'
import { promotions, type Promotion } from '../contract.ts'
import { draftProblems, EMPTY, LABELS, toDraft, toPayload, type PromotionDraft } from './draft.ts'
import { paths } from './paths.ts'
import { Preview } from './Preview.tsx'
import styles from './Promotions.module.css'
import { MediaSection, ScheduleSection, WordsSection } from './sections.tsx'
import { ShownValue } from './ShownValue.tsx'
import { StatePill } from './StatePill.tsx'
import { ADD_TITLE, EDIT_TITLE } from './title.ts'

// Fetched when it is opened.
const StaleDialog = lazy(() =>
  import('#web/form/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog<PromotionDraft> })),
)

const FORM = 'promotion-form'
const { zone } = config
const rules = draftProblems(zone)

/** The form of a promotion (operations 2, 5): a new one, or one that is changed. */
export function PromotionForm({ promotion }: { promotion: Promotion | undefined }) {
  const [theirs, setTheirs] = useState<Promotion>()
  const me = useMe()
  const uploading = useUploading()
  const router = useRouter()
  const draft = useDraft<PromotionDraft>({
    id: `promotion:${promotion?.id ?? 'new'}`,
    initial: promotion ? toDraft(promotion, zone) : EMPTY,
    version: promotion?.version ?? null,
    rules,
  })
  const { form } = draft
  const { may } = promotion ? promotions.save : promotions.create

  const toList = () => void router.navigate({ to: paths.all })
  const onFailure = (failure: ApiFailure) => {
    if (failure.current) setTheirs(failure.current as Promotion)
    else form.setErrors(failure.fields)
    return Boolean(failure.current)
  }
  const create = useSave(promotions.create, {
    onFailure,
    onSuccess: draft.forget,
    onDone: toList,
  })
  const change = useSave(promotions.save, {
    onFailure,
    onSuccess: draft.forget,
    onDone: () => {
      // Operations 4: after an edit one screen back.
      if (router.history.canGoBack()) router.history.back()
      else toList()
    },
  })
  const save = (values: PromotionDraft, version: number | null) => {
    const body = toPayload(values, zone)
    if (promotion) change.mutate({ params: { id: promotion.id }, body: { ...body, version: version ?? undefined } })
    else create.mutate({ body })
  }
  const isSaving = create.isPending || change.isPending
  const isSaved = create.isSuccess || change.isSuccess

  return (
    <Page
      title={promotion ? EDIT_TITLE : ADD_TITLE}
      crumb={promotion?.title ?? ADD_TITLE}
      note={promotion && <StatePill of={promotion} />}
      back={paths.all}
      actions={
        <>
          <Button variant="default" onClick={toList}>
            CANCEL
          </Button>
          <Act type="submit" form={FORM} may={may} disabledReason={uploading} loading={isSaving} sticky>
            {promotion ? 'SAVE' : 'ADD'}
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
      <form id={FORM} noValidate onSubmit={form.onSubmit((values) => save(values, draft.base.version))}>
        <div className={styles.columns}>
          <fieldset className={styles.fieldset} disabled={Boolean(refusal(me, may))}>
            <div className={styles.column}>
              <WordsSection form={form} />
              <MediaSection form={form} />
              <ScheduleSection form={form} wasOnPage={promotion?.isVisibleOnHomepage ?? false} />
            </div>
          </fieldset>
          <Preview draft={form.values} />
        </div>
      </form>
      <Suspense>
        {theirs && (
          <StaleDialog
            base={draft.base.values}
            theirs={toDraft(theirs, zone)}
            yours={form.values}
            labels={LABELS}
            show={(field, value) => <ShownValue field={field} value={value} />}
            isSaving={change.isPending}
            onClose={() => setTheirs(undefined)}
            onSave={(values) => {
              draft.rebase(toDraft(theirs, zone), theirs.version, values)
              setTheirs(undefined)
              save(values, theirs.version)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
