import { Select, Textarea, TextInput, type InputWrapperProps } from '@mantine/core'
import { useRef } from 'react'
import { countCharacters, unitsOf } from '#contract/characters.ts'
import { MediaPicker, PictureGroup } from '#features/programming/media/web/MediaPicker.tsx'
import { MoviePicker, type PickedMovie } from '#features/programming/movies/web/MoviePicker.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { config } from '#web/config.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { heroBanners, type Banner } from '../banner-contract.ts'
import { DESCRIPTION_LENGTH, RECOMMENDED, TITLE_LENGTH } from '../banner-rules.ts'
import {
  copyOf,
  draftProblems,
  EMPTY,
  filledBy,
  LABELS,
  toAdd,
  toChange,
  toDraft,
  type BannerDraft,
} from './banner-draft.ts'
import { Moments } from './Moments.tsx'
import { DisplayValue } from './DisplayValue.tsx'
import styles from './HeroBanners.module.css'

const BELOW = ['label', 'input', 'error', 'description'] as InputWrapperProps['inputWrapperOrder']
const MEDIA = [
  { field: 'web_image', size: RECOMMENDED.web, kind: 'media' },
  { field: 'mobile_image', size: RECOMMENDED.mobile, kind: 'media' },
  { field: 'thumbnail', size: RECOMMENDED.thumbnail, kind: 'image' },
] as const

const { zone } = config
const rules = draftProblems(zone)

type Props = {
  /** Without one, a new banner is added. */
  edited: Banner | undefined
  /** The one that a new banner begins as. */
  from?: Banner | undefined
  onClose: () => void
}

/** Add Banner, Edit Banner (operations 2). */
export default function BannerDialog({ edited, from, onClose }: Props) {
  const picked = useRef<PickedMovie>(undefined)
  const banner = useRecordForm({
    draft: `banner:${edited?.id ?? (from ? `like-${from.id}` : 'new')}`,
    record: edited,
    toDraft: (stored) => toDraft(stored, zone),
    rules,
    labels: LABELS,
    show: (field, value) => <DisplayValue field={field} value={value} />,
    create: {
      call: heroBanners.create,
      empty: from ? copyOf(from, zone) : EMPTY,
      args: (values) => ({ body: toAdd(values, zone) }),
    },
    change: {
      call: heroBanners.save,
      args: (values, { record: { id }, version }) => ({ params: { id }, body: toChange(values, version, zone) }),
    },
    fieldOf: FIELD_OF,
    onDone: onClose,
  })
  const { form } = banner
  const { type } = form.values

  const takeMovie = (movie: PickedMovie | undefined) => {
    form.setValues({
      ...(movie && filledBy(movie, form.values, picked.current)),
      rosetta_movie_id: movie?.id ?? '',
    })
    if (movie) picked.current = movie
  }

  return (
    <FormDialog
      of={banner}
      onClose={onClose}
      size={860}
      title={edited ? 'Edit Banner' : 'Add Banner'}
      submit={edited ? 'Save' : 'Add'}
    >
      <Pair>
        <Select
          label={LABELS.type}
          description={edited && 'The type cannot be changed later'}
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
      <TextInput label={LABELS.title} maxLength={unitsOf(TITLE_LENGTH)} {...form.getInputProps('title')} />
      <Textarea
        label={LABELS.description}
        description={`${countCharacters(form.values.description.trim())} of ${DESCRIPTION_LENGTH} characters`}
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
      <PictureGroup>
        <div className={styles.media}>
          {MEDIA.map(({ field, kind, size }) => (
            <MediaPicker
              key={field}
              kind={kind}
              size={size}
              label={LABELS[field]}
              value={form.values[field]}
              onChange={(address) => form.setFieldValue(field, address)}
              error={form.errors[field] as string | undefined}
            />
          ))}
        </div>
      </PictureGroup>
      <Moments values={form.values} onChange={form.setFieldValue} errors={form.errors} />
    </FormDialog>
  )
}

/** Where the call's fields stand in the dialog. */
const FIELD_OF: Record<string, keyof BannerDraft> = {
  movie_title: 'title',
  youtube_trailer_link: 'youtube_trailer',
  isMovie: 'type',
}
