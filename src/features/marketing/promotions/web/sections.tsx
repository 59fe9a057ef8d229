import { Switch, TextInput } from '@mantine/core'
import { unitsOf } from '#contract/characters.ts'
import type { Form } from '#web/form/useForm.ts'
import { MediaPicker, PictureGroup } from '#features/programming/media/web/MediaPicker.tsx'
import { useRead } from '#web/api/queries.ts'
import { config } from '#web/config.ts'
import { Pair } from '#web/form/Pair.tsx'
import { TextArea } from '#web/form/TextArea.tsx'
import { Card } from '#web/ui/Card.tsx'
import layout from '#web/form/layout.module.css'
import { promotions } from '../contract.ts'
import { messages, NAME_LENGTH, ON_LANDING_PAGE, RECOMMENDED } from '../rules.ts'
import { LABELS, startsBy, type PromotionDraft } from './draft.ts'
import { Moments } from './Moments.tsx'
import styles from './Promotions.module.css'

const { zone } = config

type Props = { form: Form<PromotionDraft> }

/** What it says, and where its buttons lead. */
export const TextSection = ({ form }: Props) => (
  <Card title="Promotion">
    <div className={layout.fields}>
      <TextInput label={LABELS.title} maxLength={unitsOf(NAME_LENGTH)} required {...form.getInputProps('title')} />
      <TextArea
        label={LABELS.description}
        required
        classNames={{ input: styles.description! }}
        {...form.getInputProps('description')}
      />
      <Pair>
        <TextInput label={LABELS.primaryCTA} placeholder="Book now" required {...form.getInputProps('primaryCTA')} />
        <TextInput
          label={LABELS.primaryCTAUrl}
          type="url"
          placeholder="https://"
          required
          {...form.getInputProps('primaryCTAUrl')}
        />
        <TextInput label={LABELS.secondaryCTA} placeholder="Optional" {...form.getInputProps('secondaryCTA')} />
        <TextInput
          label={LABELS.secondaryCTAUrl}
          type="url"
          placeholder="https://"
          {...form.getInputProps('secondaryCTAUrl')}
        />
      </Pair>
    </div>
  </Card>
)

const MEDIA = [
  { field: 'web_media', kind: 'media' },
  { field: 'mobile_media', kind: 'media' },
  { field: 'thumbnail', kind: 'image' },
] as const

export const MediaSection = ({ form }: Props) => (
  <Card title="Media">
    <PictureGroup>
      <div className={styles.media}>
        {MEDIA.map(({ field, kind }) => (
          <MediaPicker
            key={field}
            label={LABELS[field]}
            kind={kind}
            size={RECOMMENDED}
            value={form.values[field]}
            onChange={(address) => form.setFieldValue(field, address)}
            error={form.errors[field] as string | undefined}
          />
        ))}
      </div>
    </PictureGroup>
  </Card>
)

/** When it is shown, and where. */
export function ScheduleSection({ form, wasOnPage }: Props & { wasOnPage: boolean }) {
  const list = useRead(promotions.list, { query: { pageSize: 1, position: 'body' } })
  const { visibleOnHomepage = 0 } = list.data ?? {}
  const { isVisibleOnHomepage, starts_at } = form.values
  // For a later start the server knows whether there is room then.
  const isNow = !starts_at || startsBy(starts_at, zone, new Date())
  const isFull = isNow && !wasOnPage && visibleOnHomepage >= ON_LANDING_PAGE
  return (
    <Card title="When and where">
      <div className={layout.fields}>
        <Moments values={form.values} onChange={form.setFieldValue} errors={form.errors} />
        <Switch
          label={LABELS.isVisibleOnHomepage}
          description={isFull && !isVisibleOnHomepage ? messages.full : messages.atMost}
          disabled={isFull && !isVisibleOnHomepage}
          {...form.getInputProps('isVisibleOnHomepage', { type: 'checkbox' })}
        />
      </div>
    </Card>
  )
}
