import { counted } from '#contract/counted.ts'
import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { IconArrowLeft, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { useRead } from '#web/api/queries.ts'
import { showToast } from '#web/shell/toasts.ts'
import { useErrorToast } from '#web/shell/useErrorToast.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { movies, type ExternalMovie, type ImageUse } from '../contract.ts'
import { isCastImage, type CastMember, type MovieDraft, type Imported } from '../rules.ts'
import { isOffered, LABELS, offers, OVERWRITABLE, type Overwritable, type Standing } from './draft.ts'
import type { MovieFormType } from './form-type.ts'
import styles from './MovieDbDialog.module.css'
import { DisplayValue } from './DisplayValue.tsx'

type Props = {
  form: MovieFormType
  title: string
  /** The fields that stand as they were taken, by the movie that they were taken from. */
  standing: readonly Standing[]
  onClose: () => void
}

/** Movies in DB (core 2): a movie of the external database, compared field by field, overwrites what is ticked. */
export default function MovieDbDialog({ form, title, standing, onClose }: Props) {
  const [typed, setTyped] = useState(title)
  const [query, setQuery] = useState(title)
  const [picked, setPicked] = useState<string>()
  const found = useRead(movies.externalSearch, { query: { query } }, { enabled: Boolean(query), staleTime: 60_000 })

  return (
    <Dialog opened onClose={onClose} size={920} title="Movies in DB">
      {picked ? (
        <Picked
          id={picked}
          form={form}
          standing={standing.filter(({ id }) => id === picked)}
          attribution={found.data?.attribution ?? null}
          onBack={() => setPicked(undefined)}
          onDone={onClose}
        />
      ) : (
        <>
          <form
            className={styles.search}
            onSubmit={(event) => {
              event.preventDefault()
              event.stopPropagation()
              const text = typed.trim()
              if (text === query) void found.refetch()
              else setQuery(text)
            }}
          >
            <TextInput
              aria-label="Search the movie database"
              data-autofocus
              leftSection={<IconSearch size={16} />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button type="submit" variant="default">
              Search
            </Button>
          </form>
          {found.error ? (
            <ErrorState error={found.error} onRetry={found.refetch} />
          ) : (
            <ul className={styles.results} aria-busy={found.isFetching}>
              {found.data
                ? found.data.results.map((movie) => (
                    <li key={movie.id}>
                      <button type="button" className={styles.result} onClick={() => setPicked(String(movie.id))}>
                        {movie.thumbnail ? (
                          <img src={movie.thumbnail} alt="" className={styles.poster} loading="lazy" />
                        ) : (
                          <span className={styles.poster} />
                        )}
                        <b>{movie.title}</b>
                        <span>{[movie.release_date?.slice(0, 4), movie.genres[0]].filter(Boolean).join(' · ')}</span>
                      </button>
                    </li>
                  ))
                : Array.from({ length: 5 }, (_, at) => (
                    <li key={at}>
                      <Skeleton height={210} />
                    </li>
                  ))}
            </ul>
          )}
          {found.data?.results.length === 0 && (
            <EmptyState title={`No results for “${query}”`} text="Try part of the title, or the original title" />
          )}
          {found.data?.attribution && <p className={styles.attribution}>{found.data.attribution}</p>}
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  )
}

type PickedProps = Pick<Props, 'form' | 'standing'> & {
  id: string
  attribution: string | null
  onBack: () => void
  onDone: () => void
}

/** The chosen movie with everything: a result has neither its cast nor its runtime. */
function Picked({ id, form, standing, attribution, onBack, onDone }: PickedProps) {
  const movie = useRead(movies.externalMovie, { params: { id } }, { staleTime: 60_000 })
  return (
    <>
      <Button variant="subtle" size="xs" leftSection={<IconArrowLeft size={14} />} onClick={onBack} mb="xs">
        Back to results
      </Button>
      {movie.error ? (
        <ErrorState error={movie.error} onRetry={movie.refetch} />
      ) : movie.data ? (
        <Comparison form={form} standing={standing} external={movie.data} attribution={attribution} onDone={onDone} />
      ) : (
        <div aria-busy>
          <Skeleton height={420} radius={10} />
        </div>
      )}
    </>
  )
}

type ComparisonProps = Pick<Props, 'form' | 'standing'> & {
  external: ExternalMovie
  attribution: string | null
  onDone: () => void
}

/** Old and new side by side; what differs is ticked by default, a trailer only where there is none. */
function Comparison({ form, standing, external, attribution, onDone }: ComparisonProps) {
  const offered = offers(external)
  const available = OVERWRITABLE.filter((field) => offered[field] !== undefined)
  const isSame = (field: Overwritable) => isOffered(field, form.values, offered, standing)
  const [ticked, setTicked] = useState<Overwritable[]>(() =>
    available.filter((field) => !isSame(field) && (field !== 'trailerURL' || !form.values.trailerURL)),
  )
  const [isTaking, setTaking] = useState(false)
  const toast = useErrorToast()

  const take = async () => {
    setTaking(true)
    try {
      const text = ticked.filter((field) => field !== 'casts' && !USES[field])
      const { values: images, lost } = await keepImages(external, ticked)
      const values: Imported['values'] = {
        ...Object.fromEntries(text.map((field) => [field, offered[field]])),
        ...images,
      }
      const imported = [...form.values.imported, { id: String(external.id), values, attribution }]
      form.setValues({ ...values, imported })
      form.clearErrors()
      if (lost) showToast('error', `${lost} images could not be downloaded. The old ones were kept.`)
      else showToast('success', `${counted(ticked.length, 'field')} overwritten. Submit to save.`)
      onDone()
    } catch (failure) {
      toast.show((failure as Error).message)
      setTaking(false)
    }
  }
  const toggle = (field: Overwritable) =>
    setTicked(ticked.includes(field) ? ticked.filter((other) => other !== field) : [...ticked, field])

  return (
    <>
      <div className={styles.compare} role="table" aria-label="Fields to overwrite">
        <div className={styles.head} role="row">
          <span role="columnheader">Overwrite</span>
          <span role="columnheader">Current</span>
          <span role="columnheader">{external.title}</span>
        </div>
        {available.map((field) => (
          <div key={field} className={styles.line} role="row" data-ticked={ticked.includes(field) || undefined}>
            <span role="cell">
              <Checkbox
                label={LABELS[field]}
                description={isSame(field) && 'Same'}
                checked={ticked.includes(field)}
                onChange={() => toggle(field)}
              />
            </span>
            <span role="cell" className={styles.old}>
              <DisplayValue field={field} value={form.values[field]} />
            </span>
            <span role="cell" className={styles.new}>
              <DisplayValue field={field} value={displayOffer(field, external, offered[field])} />
            </span>
          </div>
        ))}
      </div>
      {attribution && <p className={styles.attribution}>{attribution}</p>}
      <Group justify="flex-end" mt="md" className={styles.actions}>
        <Button variant="default" onClick={onDone}>
          Close
        </Button>
        <Button onClick={() => void take()} loading={isTaking} disabled={!ticked.length}>
          Overwrite {counted(ticked.length, 'field')}
        </Button>
      </Group>
    </>
  )
}

/** Images are shown small: the large ones are only fetched by the server when they are taken. */
const displayOffer = <K extends Overwritable>(field: K, external: ExternalMovie, value: MovieDraft[K] | undefined) =>
  field.startsWith('poster')
    ? ((external.thumbnail ?? undefined) as MovieDraft[K])
    : field.startsWith('backdrop')
      ? ((external.backdrop_thumbnail ?? undefined) as MovieDraft[K])
      : value

const USES: Partial<Record<Overwritable, ImageUse>> = {
  posterImage: 'poster',
  posterImageSmall: 'small-poster',
  backdropImage: 'background',
  backdropImageSmall: 'small-background',
}

/** The ticked images as copies in the chain's own storage; one that cannot be had is left out, and the old one stays (core 4). */
async function keepImages(external: ExternalMovie, ticked: readonly Overwritable[]) {
  const offered = offers(external)
  const fields = ticked.filter((field) => USES[field])
  const cast: CastMember[] = ticked.includes('casts') ? (offered.casts ?? []) : []
  const images = [
    ...fields.map((field) => ({ path: offered[field] as string, use: USES[field]! })),
    ...cast
      .filter((member) => member.profileImage)
      .map((member) => ({ path: member.profileImage, use: 'cast' as const })),
  ]
  const fetched = images.length ? (await call(movies.formatImages, { body: { images } })).data.images : []
  const urlOf = (path: string, use: ImageUse) =>
    fetched.find((image) => image.path === path && image.use === use)?.url ?? ''
  const values: Imported['values'] = {}
  for (const field of fields) {
    const url = urlOf(offered[field] as string, USES[field]!)
    if (url) Object.assign(values, { [field]: url })
  }
  if (cast.length)
    values.casts = cast.map((member) => {
      const image = member.profileImage && urlOf(member.profileImage, 'cast')
      return { ...member, profileImage: image && isCastImage(image) ? image : '' }
    })
  return { values, lost: fetched.filter((image) => !image.url).length }
}
