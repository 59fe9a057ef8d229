import { TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { ClockInput } from '#web/form/ClockInput.tsx'
import { useActionForm } from '#web/form/useActionForm.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { useRemoval } from '#web/list/useRemoval.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Clamp } from '#web/ui/Clamp.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showDayOf } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ZONE_NAME } from '#web/zone.ts'
import { audiences, type Audience } from '../audience-contract.ts'
import { messages, WEEK_DAYS, type Limits } from '../audience-rules.ts'
import { PAGE } from '../rules.ts'
import styles from './Audiences.module.css'
import { paths } from './paths.ts'

// Fetched when it is opened.
const AudienceDrawer = lazy(() => import('./AudienceDrawer.tsx'))

/** Saved audiences, and how often somebody is sent a notification. */
export function AudiencesPage() {
  const list = useList(audiences.list, { label: 'Audiences', rows: (all) => all, perPage: PAGE })
  const [edited, setEdited] = useState<Audience | 'new'>()
  const removal = useRemoval(audiences.remove, audiences.restore)
  const columns: Column<Audience>[] = [
    { id: 'name', title: 'Name', main: true, width: '22%', cell: ({ name }) => name },
    {
      id: 'description',
      title: 'Conditions',
      bare: true,
      wide: true,
      width: '44%',
      cell: ({ description }) => <Clamp>{description}</Clamp>,
    },
    { id: 'createdBy', title: 'Created by', card: false, cell: ({ createdBy }) => createdBy },
    { id: 'createdAt', title: 'Date created', cell: ({ createdAt }) => showDayOf(createdAt) },
    {
      id: 'acts',
      title: 'Actions',
      cell: (audience) => (
        <RowActions
          name={audience.name}
          edit={{ permission: audiences.change.permission, onClick: () => setEdited(audience) }}
          remove={{
            permission: audiences.remove.permission,
            isBusy: removal.isBusy(audience.id),
            onClick: () =>
              void removal.ask(
                audience.id,
                `Delete the audience ${audience.name}?`,
                'You can no longer choose it. Scheduled notifications keep its conditions.',
              ),
          }}
        />
      ),
    },
  ]
  return (
    <ListScreen
      {...list}
      title="Audiences"
      back={paths.all}
      note="Saved groups of customers. Membership is recalculated each time you use one."
      controls={
        <ActionButton
          leftSection={<IconPlus size={16} />}
          permission={audiences.create.permission}
          onClick={() => setEdited('new')}
          sticky
        >
          New audience
        </ActionButton>
      }
      columns={columns}
      empty={{
        title: 'No audiences yet',
        text: 'Create one for a cinema, genre or plan, and notify only its customers',
        permission: audiences.create.permission,
      }}
    >
      <SendingLimits />
      <Suspense>
        {edited && (
          <AudienceDrawer edited={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </ListScreen>
  )
}

function SendingLimits() {
  const reading = useRead(audiences.limits, {})
  return (
    <Card title="Sending limits">
      {reading.data ? (
        <LimitsForm key={JSON.stringify(reading.data)} limits={reading.data} />
      ) : reading.error ? (
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      ) : (
        <Skeleton height={64} />
      )}
    </Card>
  )
}

const toBody = ({ per_week, ...quiet }: Record<keyof Limits, string>) => ({
  per_week: per_week === '' ? null : Number(per_week),
  ...quiet,
})

/** For all notifications but tests. */
function LimitsForm({ limits: { per_week, ...quiet } }: { limits: Limits }) {
  const reason = refusal(useMe(), audiences.setLimits.permission)
  const limits = useActionForm(audiences.setLimits, {
    initial: { per_week: per_week === null ? '' : String(per_week), ...quiet },
    rules: (values) => ({
      per_week: /^(|[1-9]|[1-4]\d|50)$/.test(values.per_week) ? null : messages.badPerWeek,
      quiet_to: (values.quiet_from === '') === (values.quiet_to === '') ? null : messages.badQuietHours,
    }),
    args: (values) => ({ body: toBody(values) }),
    onFailure: ({ fields }) => Object.keys(fields).length > 0,
  })
  const { form } = limits
  return (
    <>
      <p className={styles.note}>
        {`Applies to all notifications except tests. Customers who reached the limit in the last ${WEEK_DAYS} days are skipped. Nothing is sent in quiet hours (${ZONE_NAME}).`}
      </p>
      <form noValidate className={styles.limits} aria-label="Sending limits" onSubmit={limits.submit}>
        <TextInput
          label="Maximum per person per week"
          className={styles.most!}
          inputMode="numeric"
          autoComplete="off"
          placeholder="No limit"
          disabled={reason !== undefined}
          {...form.getInputProps('per_week')}
        />
        <ClockInput
          label="Quiet from"
          hoursLabel="Quiet from, hours"
          minutesLabel="Quiet from, minutes"
          disabled={reason !== undefined}
          {...form.getInputProps('quiet_from')}
        />
        <ClockInput
          label="Quiet until"
          hoursLabel="Quiet until, hours"
          minutesLabel="Quiet until, minutes"
          disabled={reason !== undefined}
          {...form.getInputProps('quiet_to')}
        />
        <ActionButton
          type="submit"
          variant="default"
          className={styles.save!}
          permission={limits.permission}
          disabledReason={form.isDirty() ? undefined : 'Nothing has changed'}
          loading={limits.isSaving}
        >
          Save limits
        </ActionButton>
      </form>
    </>
  )
}
