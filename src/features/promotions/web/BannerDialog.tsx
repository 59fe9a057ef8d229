import { Select, Textarea, TextInput, type InputWrapperProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { isVideo } from '#features/media/rules.ts'
import { MediaPicker } from '#features/media/web/MediaPicker.tsx'
import { MoviePicker, type PickedMovie } from '#features/movies/web/MoviePicker.tsx'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { DraftNotice } from '#web/form/DraftNotice.tsx'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { StaleDialog } from '#web/form/StaleDialog.tsx'
import { useUploading } from '#web/form/uploads.ts'
import { useDraft } from '#web/form/useDraft.ts'
import { heroBanners, type Banner } from '../banner-contract.ts'
import { DESCRIPTION_LENGTH, RECOMMENDED, TITLE_LENGTH } from '../banner-rules.ts'
import { draftProblems, EMPTY, filledBy, LABELS, toAdd, toChange, toDraft, type BannerDraft } from './banner-draft.ts'
import styles from './HeroBanners.module.css'

const BELOW = ['label', 'input', 'error', 'description'] as InputWrapperProps['inputWrapperOrder']
const MEDIA = [
  { field: 'web_image', recommended: RECOMMENDED.web, onlyImage: false },
  { field: 'mobile_image', recommended: RECOMMENDED.mobile, onlyImage: false },
  { field: 'thumbnail', recommended: RECOMMENDED.thumbnail, onlyImage: true },
] as const

type Props = {
  /** Without one, a new banner is added. */
  edited: Banner | undefined
  onClose: () => void
}

/** Add Banner, Edit Banner (operations 2). */
export default function BannerDialog({ edited, onClose }: Props) {
  const [theirs, setTheirs] = useState<Banner>()
  const picked = useRef<PickedMovie>(undefined)
  const uploading = useUploading()
  const draft = useDraft<BannerDraft>({
    id: `banner:${edited?.id ?? 'new'}`,
    initial: edited ? toDraft(edited) : EMPTY,
    version: edited?.version ?? null,
    rules: draftProblems,
  })
  const { form } = draft
  const { type } = form.values

  const onFailure = (failure: ApiFailure) => {
    if (failure.current) setTheirs(failure.current as Banner)
    else form.setErrors(fieldErrors(failure))
    return Boolean(failure.current)
  }
  const saving = { onFailure, onSuccess: draft.forget, onDone: onClose }
  const create = useSave(heroBanners.create, saving)
  const change = useSave(heroBanners.save, saving)
  const save = (values: BannerDraft, version: number | null) =>
    edited
      ? change.mutate({ params: { id: edited.id }, body: toChange(values, version ?? undefined) })
      : create.mutate({ body: toAdd(values) })

  const takeMovie = (movie: PickedMovie | undefined) => {
    form.setValues({
      ...(movie && filledBy(movie, form.values, picked.current)),
      rosetta_movie_id: movie?.id ?? '',
    })
    if (movie) picked.current = movie
  }

  return (
    <>
      <FormDialog
        onClose={onClose}
        guard={guardWhen(() => draft.isDirty || uploading !== undefined, draft.discard)}
        size={860}
        title={edited ? 'Edit Banner' : 'Add Banner'}
        submit={edited ? 'Save' : 'Add'}
        may={edited ? heroBanners.save.may : heroBanners.create.may}
        disabledReason={uploading}
        isSaving={create.isPending || change.isPending}
        onSubmit={form.onSubmit((values) => save(values, draft.base.version))}
      >
        <DraftNotice
          at={draft.offered?.at}
          isOutdated={draft.offered?.version !== draft.base.version}
          onRestore={draft.restore}
          onDiscard={draft.forget}
        />
        <Pair>
          <Select
            label={LABELS.type}
            description={edited && "The type can't be changed later"}
            inputWrapperOrder={BELOW}
            placeholder="Movie or Promotion"
            data={['Movie', 'Promotion']}
            allowDeselect={false}
            readOnly={Boolean(edited)}
            data-autofocus={!edited || undefined}
            {...form.getInputProps('type')}
            value={type || null}
          />
          {type === 'Movie' && (
            <MoviePicker
              label={LABELS.rosetta_movie_id}
              value={form.values.rosetta_movie_id}
              onChange={takeMovie}
              error={form.errors.rosetta_movie_id as string | undefined}
            />
          )}
          {type === 'Promotion' && (
            <TextInput label={LABELS.url} type="url" placeholder="https://" {...form.getInputProps('url')} />
          )}
        </Pair>
        <TextInput label={LABELS.title} maxLength={TITLE_LENGTH} {...form.getInputProps('title')} />
        <Textarea
          label={LABELS.description}
          description={`${form.values.description.trim().length} of ${DESCRIPTION_LENGTH} characters`}
          inputWrapperOrder={BELOW}
          classNames={{ input: styles.description! }}
          {...form.getInputProps('description')}
        />
        {type === 'Movie' && (
          <TextInput
            label={LABELS.youtube_trailer}
            type="url"
            placeholder="https://"
            {...form.getInputProps('youtube_trailer')}
          />
        )}
        <div className={styles.media}>
          {MEDIA.map(({ field, ...picker }) => (
            <MediaPicker
              key={field}
              {...picker}
              label={LABELS[field]}
              value={form.values[field]}
              onChange={(address) => form.setFieldValue(field, address)}
              error={form.errors[field] as string | undefined}
            />
          ))}
        </div>
      </FormDialog>
      {edited && theirs && (
        <StaleDialog<BannerDraft>
          base={draft.base.values}
          theirs={toDraft(theirs)}
          yours={form.values}
          labels={LABELS}
          show={(field, value) =>
            !value ? (
              <i>nothing</i>
            ) : MEDIA.some((one) => one.field === field) && !isVideo(value) ? (
              <img className={styles.shown} src={value} alt="" />
            ) : (
              value
            )
          }
          isSaving={change.isPending}
          onClose={() => setTheirs(undefined)}
          onSave={(values) => {
            draft.rebase(toDraft(theirs), theirs.version, values)
            setTheirs(undefined)
            save(values, theirs.version)
          }}
        />
      )}
    </>
  )
}

/** Where the call's fields stand in the dialog. */
const FIELD_OF: Record<string, keyof BannerDraft> = {
  movie_title: 'title',
  youtube_trailer_link: 'youtube_trailer',
  isMovie: 'type',
}
const fieldErrors = ({ fields }: ApiFailure) =>
  Object.fromEntries(Object.entries(fields).map(([field, message]) => [FIELD_OF[field] ?? field, message]))
