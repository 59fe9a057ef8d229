import { TextInput } from '@mantine/core'
import { IconBrandYoutube } from '@tabler/icons-react'
import { MediaPicker, PictureGroup } from '#features/programming/media/web/MediaPicker.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { Card } from '#web/ui/Card.tsx'
import layout from '#web/form/layout.module.css'
import { trailerError, type MovieDraft } from '../rules.ts'
import type { MovieFormType } from './form-type.ts'

const IMAGES = [
  { field: 'posterImage', label: 'Poster', size: { width: 1000, height: 1500 } },
  { field: 'posterImageSmall', label: 'Small poster', size: { width: 400, height: 600 } },
  { field: 'backdropImage', label: 'Background', size: { width: 1920, height: 1080 } },
  { field: 'backdropImageSmall', label: 'Small background', size: { width: 780, height: 439 } },
] as const satisfies { field: keyof MovieDraft; label: string; size: object }[]

export function MediaSection({ form }: { form: MovieFormType }) {
  const trailer = form.values.trailerURL
  return (
    <Card title="Media">
      <div className={layout.fields}>
        <PictureGroup>
          <Pair>
            {IMAGES.map(({ field, ...image }) => (
              <MediaPicker
                key={field}
                kind="movieImage"
                {...image}
                value={form.values[field]}
                onChange={(address) => form.setFieldValue(field, address)}
                error={form.errors[field] as string | undefined}
              />
            ))}
          </Pair>
        </PictureGroup>
        <TextInput
          label="Trailer URL"
          type="url"
          placeholder="https://"
          maxLength={2000}
          rightSection={
            trailer && !trailerError(trailer) ? (
              <a
                href={trailer}
                target="_blank"
                rel="noreferrer"
                aria-label="Watch the trailer"
                style={{ color: 'inherit', display: 'grid' }}
              >
                <IconBrandYoutube size={18} />
              </a>
            ) : null
          }
          {...form.getInputProps('trailerURL')}
        />
      </div>
    </Card>
  )
}
