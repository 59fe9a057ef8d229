import { Select, Textarea, TextInput } from '@mantine/core'
import { IconCalendarClock, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { randomCode } from '#contract/code.ts'
import { refusal } from '#contract/permissions.ts'
import { FilePicker, useObjectUrl } from '#features/media/web/FilePicker.tsx'
import type { ApiFailure } from '#web/api/failure.ts'
import { useSave } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { DraftNotice } from '#web/form/DraftNotice.tsx'
import { LeaveGuard } from '#web/form/LeaveGuard.tsx'
import { Pair } from '#web/form/Pair.tsx'
import { useDraft } from '#web/form/useDraft.ts'
import { Act } from '#web/ui/Act.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showDay } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { ZONE_NAME } from '#web/zone.ts'
import { notifications, type Notification } from '../contract.ts'
import {
  AUDIENCE_LABELS,
  AUDIENCES,
  BODY_LENGTH,
  CODE_LENGTH,
  IMAGE,
  imageProblem,
  NAME_LENGTH,
  TITLE_LENGTH,
} from '../rules.ts'
import { AudienceCount, useAudience } from './AudienceCount.tsx'
import { draftProblems, EMPTY, LABELS, toDraft, toForm, type NotificationDraft } from './draft.ts'
import styles from './Notifications.module.css'
import { paths } from './paths.ts'
import { Preview } from './Preview.tsx'
import { ShownValue } from './ShownValue.tsx'

// Fetched when they are opened.
const ScheduleDialog = lazy(() => import('./ScheduleDialog.tsx'))
const StaleDialog = lazy(() =>
  import('#web/form/StaleDialog.tsx').then((module) => ({ default: module.StaleDialog<NotificationDraft> })),
)

const FORM = 'notification-form'
const HINT = 'PNG or JPEG of at most 1MB, at least 300 × 200 px. Recommended: landscape 2:1, at most 2000 px wide'

const newCode = () => randomCode(CODE_LENGTH, (count) => crypto.getRandomValues(new Uint8Array(count)))

const isTest = ({ audience, is_scheduled }: Notification) => audience === 'TEST-USER' && !is_scheduled

/** Send Notification (operations 2, 5): a new one, or one that is scheduled and changed. */
export function NotificationForm({ notification }: { notification: Notification | undefined }) {
  // However often it is sent, the notification with this code goes out once.
  const [code, setCode] = useState(newCode)
  const [file, setFile] = useState<File>()
  const [fileError, setFileError] = useState<string>()
  const [scheduling, setScheduling] = useState<NotificationDraft>()
  const [theirs, setTheirs] = useState<Notification>()
  const me = useMe()
  const router = useRouter()
  const client = useQueryClient()
  const draft = useDraft<NotificationDraft>({
    id: `notification:${notification?.id ?? 'new'}`,
    initial: notification ? toDraft(notification) : EMPTY,
    version: notification?.version ?? null,
    rules: draftProblems,
  })
  const { form } = draft
  const chosen = useObjectUrl(file)
  const { may } = notification ? notifications.change : notifications.send
  const audience = useAudience(form.values)

  const onDone = () => void router.navigate({ to: paths.all })
  const onFailure = (failure: ApiFailure) => {
    if (failure.current) setTheirs(failure.current as Notification)
    const { file: ofFile, schedule_date, schedule_time, ...fields } = failure.fields
    form.setErrors(fields)
    setFileError(ofFile)
    // What was scheduled is past by now: the dialog says so when it is opened again.
    if (!schedule_date && !schedule_time) setScheduling(undefined)
    return Boolean(failure.current)
  }
  const saving = { onFailure, onSuccess: draft.forget, onDone }
  const send = useSave(notifications.send, {
    onSuccess: ({ data }) => {
      if (!isTest(data)) draft.forget()
    },
    onDone: ({ data }) => {
      if (!isTest(data)) return onDone()
      // What was typed stays, to be sent to all: as another notification.
      setCode(newCode())
      send.reset()
    },
    onFailure: (failure) => {
      const sent = failure.current as Notification | undefined
      if (!sent) return onFailure(failure)
      // It was sent when the answer was lost: there it is. What was typed since stays as a draft.
      void client.invalidateQueries({ queryKey: [notifications.send.feature] })
      void router.navigate({ to: paths.one(sent.id), ignoreBlocker: true })
    },
  })
  const change = useSave(notifications.change, saving)
  const save = (values: NotificationDraft, picture: File | undefined, base = draft.base) => {
    const version = base.version === null ? undefined : String(base.version)
    const isRemoved = base.values.image !== '' && values.image === ''
    if (notification)
      change.mutate({
        params: { id: notification.id },
        body: toForm(values, { version, ...(isRemoved && { remove_image: 'true' }) }, picture),
      })
    else send.mutate({ body: toForm(values, { code }, picture) })
  }
  const isSaving = send.isPending || change.isPending
  const isSaved = send.isSuccess || change.isSuccess

  const sendNow = async (values: NotificationDraft) => {
    const yes =
      values.audience === 'TEST-USER' ||
      (await confirm({
        title: 'Send it now?',
        text: `${audience.words ?? 'Reaches the whole audience'}. You can stop it while it is being sent; what has arrived stays.`,
        act: 'Send',
      }))
    if (yes) save({ ...values, moment: '' }, file)
  }
  const pick = (picture: File | undefined) => {
    setFile(picture)
    setFileError(undefined)
    if (!picture) form.setFieldValue('image', '')
  }

  // An image that was neither chosen nor taken away here is the one that is stored, whoever stored it.
  const yourImage = (now: Notification) =>
    chosen ?? (form.values.image === draft.base.values.image ? now.image : form.values.image)

  return (
    <Page
      title={notification ? 'Edit Notification' : 'Send Notification'}
      crumb={notification?.title}
      note={
        notification &&
        `Scheduled for ${showDay(notification.schedule_date)} ${notification.schedule_time}, ${ZONE_NAME}`
      }
      back={notification ? paths.all : false}
      actions={
        <>
          <Act
            variant="default"
            may={may}
            leftSection={<IconCalendarClock size={16} />}
            onClick={() => void form.onSubmit(setScheduling)()}
          >
            {notification ? 'Change time' : 'Schedule'}
          </Act>
          {notification && (
            <Act
              variant="default"
              may={may}
              leftSection={<IconSend size={16} />}
              onClick={() => void form.onSubmit((values) => void sendNow(values))()}
            >
              Send now
            </Act>
          )}
          <Act type="submit" form={FORM} may={may} loading={isSaving && !scheduling} sticky>
            {notification ? 'Save' : 'Send now'}
          </Act>
        </>
      }
    >
      <LeaveGuard when={(draft.isDirty || file !== undefined) && !isSaving && !isSaved} onDiscard={draft.discard} />
      <DraftNotice
        at={draft.offered?.at}
        isOutdated={draft.offered?.version !== draft.base.version}
        onRestore={draft.restore}
        onDiscard={draft.forget}
      />
      <form
        id={FORM}
        noValidate
        onSubmit={form.onSubmit((values) => (notification ? save(values, file) : void sendNow(values)))}
      >
        <fieldset className={styles.fieldset} disabled={Boolean(refusal(me, may))}>
          <div className={styles.columns}>
            <div className={styles.column}>
              <Card title="Message">
                <div className={styles.fields}>
                  <TextInput label={LABELS.title} maxLength={TITLE_LENGTH} required {...form.getInputProps('title')} />
                  <Textarea
                    label={LABELS.body}
                    maxLength={BODY_LENGTH}
                    required
                    classNames={{ input: styles.body! }}
                    {...form.getInputProps('body')}
                  />
                  <TextInput
                    label={LABELS.link}
                    type="url"
                    placeholder="https://"
                    description="Opens when tapped. Empty: the shop"
                    {...form.getInputProps('link')}
                  />
                  <div className={styles.image}>
                    <FilePicker
                      label={LABELS.image}
                      hint={HINT}
                      accept={IMAGE.types}
                      ratio={2}
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
                <div className={styles.fields}>
                  <Pair>
                    <Select
                      label={LABELS.audience}
                      data={AUDIENCES.map((value) => ({ value, label: AUDIENCE_LABELS[value] }))}
                      allowDeselect={false}
                      required
                      {...form.getInputProps('audience')}
                    />
                    {form.values.audience === 'TEST-USER' && (
                      <TextInput
                        label={LABELS.email}
                        type="email"
                        required
                        description="Of a customer who has the app"
                        inputWrapperOrder={['label', 'input', 'error', 'description']}
                        {...form.getInputProps('email')}
                      />
                    )}
                  </Pair>
                  <AudienceCount {...audience} />
                  <TextInput
                    label={LABELS.name}
                    maxLength={NAME_LENGTH}
                    description="Internal, e.g. Weekend offer: customers do not see it"
                    {...form.getInputProps('name')}
                  />
                </div>
              </Card>
            </div>
            <Preview title={form.values.title} body={form.values.body} picture={chosen ?? form.values.image} />
          </div>
        </fieldset>
      </form>
      <Suspense>
        {scheduling && (
          <ScheduleDialog
            initial={scheduling.moment}
            audience={audience.words}
            isSaving={isSaving}
            onClose={() => setScheduling(undefined)}
            onSchedule={(moment) => {
              form.setFieldValue('moment', moment)
              save({ ...scheduling, moment }, file)
            }}
          />
        )}
        {theirs && (
          <StaleDialog
            base={draft.base.values}
            theirs={toDraft(theirs)}
            yours={{ ...form.values, image: yourImage(theirs) }}
            labels={LABELS}
            show={(field, value) => <ShownValue field={field} value={value} />}
            isSaving={change.isPending}
            onClose={() => setTheirs(undefined)}
            onSave={(values) => {
              const kept = values.image === chosen ? file : undefined
              const merged = kept ? { ...values, image: theirs.image } : values
              draft.rebase(toDraft(theirs), theirs.version, merged)
              setFile(kept)
              setTheirs(undefined)
              save(merged, kept, { values: toDraft(theirs), version: theirs.version })
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
