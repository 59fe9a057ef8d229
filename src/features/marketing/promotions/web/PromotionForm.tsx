import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { config } from '#web/config.ts'
import { RecordForm } from '#web/form/RecordForm.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { promotions, type Promotion } from '../contract.ts'
import { copyOf, draftProblems, EMPTY, LABELS, toDraft, toPayload } from './draft.ts'
import { paths } from './paths.ts'
import { Preview } from './Preview.tsx'
import { MediaSection, ScheduleSection, TextSection } from './sections.tsx'
import { DisplayValue } from './DisplayValue.tsx'
import { StatePill } from './StatePill.tsx'
import { ADD_TITLE, EDIT_TITLE } from './title.ts'

const { zone } = config
const rules = draftProblems(zone)

type Props = { promotion?: Promotion; from?: Promotion | undefined; startsOn?: string | undefined }

/** The form of a promotion (operations 2, 5): a new one, also one that begins as another is, or one that is changed. */
export function PromotionForm({ promotion, from, startsOn }: Props) {
  const router = useRouter()
  const toList = () => void router.navigate({ to: paths.all })
  const record = useRecordForm({
    draft: `promotion:${promotion?.id ?? (from ? `like-${from.id}` : 'new')}`,
    record: promotion,
    toDraft: (stored) => toDraft(stored, zone),
    rules,
    labels: LABELS,
    show: (field, value) => <DisplayValue field={field} value={value} />,
    create: {
      call: promotions.create,
      empty: from ? copyOf(from, zone) : startsOn ? { ...EMPTY, starts_at: `${startsOn}T00:00` } : EMPTY,
      args: (values) => ({ body: toPayload(values, zone) }),
    },
    change: {
      call: promotions.save,
      args: (values, { record: { id }, version }) => ({
        params: { id },
        body: { ...toPayload(values, zone), version },
      }),
    },
    onDone: () => {
      // Operations 4: after an edit one screen back.
      if (promotion && router.history.canGoBack()) router.history.back()
      else toList()
    },
  })
  const { form } = record

  return (
    <RecordForm
      of={record}
      title={promotion ? EDIT_TITLE : ADD_TITLE}
      crumb={promotion?.title ?? ADD_TITLE}
      note={promotion && <StatePill of={promotion} />}
      back={paths.all}
      actions={
        <Button variant="default" onClick={toList}>
          CANCEL
        </Button>
      }
      submit={promotion ? 'SAVE' : 'ADD'}
      preview={<Preview draft={form.values} />}
    >
      <TextSection form={form} />
      <MediaSection form={form} />
      <ScheduleSection form={form} wasOnPage={promotion?.isVisibleOnHomepage ?? false} />
    </RecordForm>
  )
}
