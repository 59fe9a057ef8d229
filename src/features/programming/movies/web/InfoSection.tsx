import { CENSOR_RATINGS } from '#contract/films.ts'
import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Pair } from '#web/form/Pair.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import layout from '#web/form/layout.module.css'
import { Select } from '#web/form/Select.tsx'
import type { MovieRecord } from '../contract.ts'
import { isRuntimeTyping, isYearTyping } from '../rules.ts'
import type { MovieFormType } from './form-type.ts'
import styles from './MovieForm.module.css'

const UPCOMING = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const

const OpeningDate = lazy(() => import('./OpeningDate.tsx'))

/** Movie info. The opening date shows only while the movie is upcoming (core 4). */
export function InfoSection({ form, record }: { form: MovieFormType; record: MovieRecord }) {
  const digits = (field: 'releaseYear' | 'featureLength', isTyping: (value: string) => boolean) => {
    const { onChange: _, ...input } = form.getInputProps(field)
    return {
      ...input,
      onChange: (event: { currentTarget: { value: string } }) =>
        isTyping(event.currentTarget.value) && form.setFieldValue(field, event.currentTarget.value),
    }
  }
  // What the point of sale says, where the form can hold it and says something else.
  const offered = CENSOR_RATINGS.find((one) => one === record.rating && one !== form.values.censorRating)
  return (
    <Card title="Movie info">
      <div className={layout.fields}>
        <Pair>
          <TextInput label="Release year" inputMode="numeric" {...digits('releaseYear', isYearTyping)} />
          <TextInput
            label="Runtime"
            inputMode="numeric"
            rightSection="min"
            rightSectionWidth={44}
            {...digits('featureLength', isRuntimeTyping)}
          />
        </Pair>
        <Select
          label="Censor rating"
          description={record.rating && `Point of sale: ${record.rating}`}
          data={CENSOR_RATINGS.map((rating) => ({
            value: rating,
            label: rating === 'TBC' ? 'TBC, to be classified' : rating,
          }))}
          allowDeselect={false}
          {...form.getInputProps('censorRating')}
        />
        {offered && (
          <button type="button" className={styles.use} onClick={() => form.setFieldValue('censorRating', offered)}>
            Use {offered}
          </button>
        )}
        <div className={styles.upcoming}>
          <span className={styles.muted} aria-hidden>
            Upcoming
          </span>
          <Segmented
            label="Upcoming"
            options={UPCOMING}
            value={form.values.upcoming}
            onChange={(upcoming) => form.setFieldValue('upcoming', upcoming)}
            isWide
          />
        </div>
        {form.values.upcoming === 'true' && (
          <Suspense fallback={<Skeleton height={58} />}>
            <OpeningDate form={form} />
          </Suspense>
        )}
      </div>
    </Card>
  )
}
