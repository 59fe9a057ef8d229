import { Textarea, TextInput } from '@mantine/core'
import { IconCalendarClock, IconPlus, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { unitsOf } from '#contract/characters.ts'
import { randomCode } from '#contract/code.ts'
import { MediaPicker } from '#features/programming/media/web/MediaPicker.tsx'
import { useObjectUrl } from '#web/ui/useObjectUrl.ts'
import { refusal } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import layout from '#web/form/layout.module.css'
import { Pair } from '#web/form/Pair.tsx'
import { RecordForm } from '#web/form/RecordForm.tsx'
import { useRecordForm } from '#web/form/useRecordForm.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showDay } from '#web/ui/format.ts'
import { ZONE_NAME } from '#web/zone.ts'
import { Select } from '#web/form/Select.tsx'
import { audiences } from '../audience-contract.ts'
import { notifications, type Notification } from '../contract.ts'
import { HOLDOUTS } from '../lift-rules.ts'
import { BODY_LENGTH, CODE_LENGTH, IMAGE, imageProblem, NAME_LENGTH, TITLE_LENGTH } from '../rules.ts'
import { AudienceCount, useAudience } from './AudienceCount.tsx'
import { AudienceField, chosenSaved } from './AudienceField.tsx'
import { copyOf, draftProblems, EMPTY, LABELS, toDraft, toForm, type NotificationDraft } from './draft.ts'
import styles from './Notifications.module.css'
import { paths } from './paths.ts'
import { Preview } from './Preview.tsx'
import { DisplayValue } from './DisplayValue.tsx'
import { keepTester, lastTester } from './tester.ts'
import { useKeepLocked } from './useKeepLocked.ts'

// Fetched when it is opened.
const AudienceDrawer = lazy(() => import('./AudienceDrawer.tsx'))
const ScheduleDialog = lazy(() => import('./ScheduleDialog.tsx'))

const HINT = 'PNG or JPEG up to 1 MB, at least 300 × 200 px. Recommended: landscape 2:1, up to 2000 px wide.'
const NEEDS = { width: 2000, height: 1000, types: IMAGE.types, maxBytes: IMAGE.bytes }

const CONTROL_PERCENT_LABEL = 'Control group'
const controlPercentsWith = (chosen: string) =>
  [...new Set([...HOLDOUTS, Number(chosen)])].map((percent) => ({
    value: String(percent),
    label: percent ? `${percent}% of customers` : 'None',
  }))

const newCode = () => randomCode(CODE_LENGTH, (count) => crypto.getRandomValues(new Uint8Array(count)))

const isTest = ({ audience, is_scheduled }: Notification) => audience === 'TEST-USER' && !is_scheduled

type Props = { notification?: Notification; from?: Notification | undefined }

/** Send Notification (operations 2, 5): a new one, also one that says what another did, or one that is scheduled and changed. */
export function NotificationForm({ notification, from }: Props) {
  // However often it is sent, the notification with this code goes out once.
  const [code, setCode] = useState(newCode)
  // Whose phone it was last tried on: of this tab alone, since it is somebody's address.
  useKeepLocked(notification?.id)
  const me = useMe()
  const [tester] = useState(() => lastTester(me.id))
  const [file, setFile] = useState<File>()
  const picture = useRef<File>(undefined)
  const [fileError, setFileError] = useState<string>()
  const [scheduling, setScheduling] = useState<NotificationDraft>()
  const [isMakingAudience, setMakingAudience] = useState(false)
  const router = useRouter()
  const client = useQueryClient()
  const chosen = useObjectUrl(file)
  const take = (to: File | undefined) => {
    picture.current = to
    setFile(to)
  }
  const isSubmitted = (saved: Notification) => !notification && isTest(saved)
  const record = useRecordForm({
    draft: `notification:${notification?.id ?? (from ? `like-${from.id}` : 'new')}`,
    record: notification,
    toDraft,
    rules: draftProblems,
    labels: LABELS,
    show: (field, value) => <DisplayValue field={field} value={value} />,
    merging: {
      // An image that was neither chosen nor taken away here is the one that is stored, whoever stored it.
      yours: (values, current, base) => ({
        ...values,
        image: chosen ?? (values.image === base.image ? current.image : values.image),
      }),
      chosen: (values, current) => {
        const isOwn = chosen !== undefined && values.image === chosen
        take(isOwn ? file : undefined)
        return isOwn ? { ...values, image: current.image } : values
      },
    },
    isTouched: file !== undefined,
    create: {
      call: notifications.send,
      empty: { ...(from ? copyOf(from) : EMPTY), ...(!from?.email && { email: tester }) },
      args: (values) => {
        // The picture of the other is on the server already.
        const image_of = from?.image && values.image === from.image && !picture.current ? String(from.id) : undefined
        return { body: toForm(values, { code, image_of }, picture.current) }
      },
    },
    change: {
      call: notifications.change,
      args: (values, { record: { id }, version, values: from }) => {
        const isRemoved = from.image !== '' && values.image === ''
        const more = { version: String(version), ...(isRemoved && { remove_image: 'true' }) }
        return { params: { id }, body: toForm(values, more, picture.current) }
      },
    },
    isSaved: (saved) => !isSubmitted(saved),
    onDone: (saved) => {
      // What was typed stays, to be sent to all: as another notification.
      if (isTest(saved)) keepTester(me.id, saved.email)
      if (isSubmitted(saved)) setCode(newCode())
      else void router.navigate({ to: paths.all })
    },
    onApprovalRequested: () => router.navigate({ to: paths.all }),
    onFailure: ({ current, fields }) => {
      const sent = notification ? undefined : (current as Notification | undefined)
      if (sent) {
        // It was sent when the answer was lost: there it is. What was typed since stays as a draft.
        void client.invalidateQueries({ queryKey: [notifications.send.feature] })
        return void router.navigate({ to: paths.one(sent.id), ignoreBlocker: true })
      }
      setFileError(fields.file)
      // What was scheduled is past by now: the dialog says so when it is opened again.
      if (!fields.schedule_date && !fields.schedule_time) setScheduling(undefined)
    },
  })
  const { form, permission, save } = record
  const audience = useAudience({ ...form.values, code: notification?.code ?? code })
  const isTesting = form.values.audience === 'TEST-USER'
  const limits = useRead(
    audiences.limits,
    {},
    { enabled: !isTesting && !refusal(me, audiences.limits.permission) },
  ).data

  const sendNow = async (values: NotificationDraft) => {
    const yes =
      values.audience === 'TEST-USER' ||
      (await confirm({
        title: 'Send this notification now?',
        text: `${audience.text ?? 'Sends to all customers in the audience'}. You can stop it while it is being sent. Messages that have arrived stay.`,
        action: 'Send',
      }))
    if (yes) save({ ...values, moment: '' })
  }
  const pick = (to: File | undefined) => {
    take(to)
    setFileError(undefined)
    if (!to) form.setFieldValue('image', '')
  }

  return (
    <>
      <RecordForm
        of={record}
        title={notification ? 'Edit Notification' : 'Send Notification'}
        crumb={notification?.title}
        note={
          notification &&
          `Scheduled for ${showDay(notification.schedule_date)} ${notification.schedule_time}, ${ZONE_NAME}`
        }
        back={notification ? paths.all : false}
        actions={
          <>
            <ActionButton
              variant="default"
              permission={permission}
              leftSection={<IconCalendarClock size={16} />}
              onClick={() => void form.onSubmit(setScheduling)()}
            >
              {notification ? 'Change time' : 'Schedule'}
            </ActionButton>
            {notification && (
              <ActionButton
                variant="default"
                permission={permission}
                leftSection={<IconSend size={16} />}
                onClick={() => void form.onSubmit((values) => void sendNow(values))()}
              >
                Send now
              </ActionButton>
            )}
          </>
        }
        submit={notification ? 'Save' : 'Send now'}
        isSavedElsewhere={scheduling !== undefined}
        onSubmit={(values) => (notification ? save(values) : void sendNow(values))}
        preview={<Preview title={form.values.title} body={form.values.body} picture={chosen ?? form.values.image} />}
      >
        <Card title="Message">
          <div className={layout.fields}>
            <TextInput
              label={LABELS.title}
              maxLength={unitsOf(TITLE_LENGTH)}
              required
              {...form.getInputProps('title')}
            />
            <Textarea
              label={LABELS.body}
              maxLength={unitsOf(BODY_LENGTH)}
              required
              classNames={{ input: styles.body! }}
              {...form.getInputProps('body')}
            />
            <TextInput
              label={LABELS.link}
              type="url"
              placeholder="https://"
              description="Opens when tapped. Leave empty to open the shop."
              {...form.getInputProps('link')}
            />
            <div className={styles.image}>
              <MediaPicker
                label={LABELS.image}
                hint={HINT}
                needs={NEEDS}
                file={file}
                address={form.values.image}
                onChange={pick}
                refuse={imageProblem}
                error={fileError}
              />
            </div>
          </div>
        </Card>
        <Card title="Audience">
          <div className={layout.fields}>
            <Pair>
              <AudienceField
                value={form.values}
                savedAs={(notification ?? from)?.audience_name}
                error={form.errors.audience_id ?? form.errors.audience}
                onChange={form.setValues}
              />
              {isTesting ? (
                <TextInput
                  label={LABELS.email}
                  type="email"
                  required
                  description="Email of a customer who uses the app"
                  inputWrapperOrder={['label', 'input', 'error', 'description']}
                  {...form.getInputProps('email')}
                />
              ) : (
                <Select
                  label={CONTROL_PERCENT_LABEL}
                  data={controlPercentsWith(form.values.control_percent)}
                  allowDeselect={false}
                  {...form.getInputProps('control_percent')}
                />
              )}
            </Pair>
            <ActionButton
              variant="subtle"
              size="compact-sm"
              className={styles.newAudience!}
              leftSection={<IconPlus size={14} />}
              permission={audiences.create.permission}
              onClick={() => setMakingAudience(true)}
            >
              New audience
            </ActionButton>
            <AudienceCount {...audience} />
            <TextInput
              label={LABELS.name}
              maxLength={unitsOf(NAME_LENGTH)}
              description="Internal name, for example Weekend offer. Customers do not see it."
              {...form.getInputProps('name')}
            />
          </div>
        </Card>
      </RecordForm>
      <Suspense>
        {isMakingAudience && (
          <AudienceDrawer
            edited={undefined}
            onClose={() => setMakingAudience(false)}
            onSaved={({ id }) => form.setValues(chosenSaved(id))}
          />
        )}
        {scheduling && (
          <ScheduleDialog
            initial={scheduling.moment}
            limits={isTesting ? undefined : limits}
            audience={audience.text}
            isSaving={record.isSaving}
            onClose={() => setScheduling(undefined)}
            onSchedule={(moment) => {
              form.setFieldValue('moment', moment)
              save({ ...scheduling, moment })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
