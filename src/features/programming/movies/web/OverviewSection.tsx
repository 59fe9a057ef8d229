import { unitsOf } from '#contract/characters.ts'
import { GENRES } from '#contract/films.ts'
import { Button, InputBase, TextInput } from '@mantine/core'
import { IconDatabaseImport } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { MultiSelect } from '#web/form/MultiSelect.tsx'
import { Card } from '#web/ui/Card.tsx'
import layout from '#web/form/layout.module.css'
import type { MovieRecord } from '../contract.ts'
import type { MovieDraft } from '../rules.ts'
import { databaseStateOf } from './draft.ts'
import type { MovieFormType } from './form-type.ts'
import styles from './MovieForm.module.css'

const MovieDbDialog = lazy(() => import('./MovieDbDialog.tsx'))

type Props = { form: MovieFormType; record: MovieRecord; base: MovieDraft }

export function OverviewSection({ form, record, base }: Props) {
  const storedOverview = base.overview
  const [isOpen, setOpen] = useState(false)
  const genres = [...new Set([...GENRES, ...form.values.genres])]
  return (
    <Card
      title="Overview"
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDatabaseImport size={15} />}
          onClick={() => setOpen(true)}
        >
          Movie DB Update
        </Button>
      }
    >
      <div className={layout.fields}>
        <TextInput label="Title" maxLength={unitsOf(300)} {...form.getInputProps('title')} />
        <InputBase
          component="textarea"
          multiline
          classNames={{ input: styles.description! }}
          label={
            <>
              Description{' '}
              {form.values.overview !== storedOverview && (
                <button
                  type="button"
                  className={styles.reset}
                  onClick={() => form.setFieldValue('overview', storedOverview)}
                >
                  {storedOverview ? 'Restore saved description' : 'Clear'}
                </button>
              )}
            </>
          }
          maxLength={unitsOf(5000)}
          {...form.getInputProps('overview')}
        />
        <MultiSelect
          label="Genres"
          data={genres}
          searchable
          hidePickedOptions
          placeholder={form.values.genres.length ? '' : 'Choose one or more'}
          {...form.getInputProps('genres')}
        />
      </div>
      {isOpen && (
        <Suspense>
          <MovieDbDialog
            form={form}
            title={form.values.title || record.movie_name}
            standing={databaseStateOf(record, base, form.values)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Card>
  )
}
