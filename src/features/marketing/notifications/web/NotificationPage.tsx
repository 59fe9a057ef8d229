import { useNavigate, useParams } from '@tanstack/react-router'
import { useRead } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showDay, showInstant } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { ZONE_NAME } from '#web/zone.ts'
import layout from '#web/form/layout.module.css'
import { notifications, type Notification } from '../contract.ts'
import { audienceLabel } from '../rules.ts'
import { Funnel } from './Funnel.tsx'
import { Lift } from './Lift.tsx'
import { NotificationPending } from './NotificationPending.tsx'
import { paths } from './paths.ts'
import { Preview } from './Preview.tsx'
import { Progress } from './Progress.tsx'
import { cancelWord, useCancel } from './useCancel.ts'
import { watchMs } from './watch.ts'

/** One notification: what it says in full, to whom it went, and what came of it. */
export function NotificationPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const navigate = useNavigate()
  const reading = useRead(
    notifications.fetch,
    { params: { id } },
    { refetchInterval: (data) => watchMs(data ? [data] : []) },
  )
  const cancel = useCancel()
  const found = reading.data
  if (!found) return <NotificationPending title="Notification" isOwnTitle reading={reading} />
  const word = cancelWord(found)
  return (
    <Page
      title={found.title}
      back={paths.all}
      note={`${showDay(found.schedule_date)} ${found.schedule_time}, ${ZONE_NAME}`}
      actions={
        <>
          {word && (
            <ActionButton
              variant="default"
              permission={notifications.cancel.permission}
              loading={cancel.isBusy(found.id)}
              onClick={() => void cancel.ask(found)}
              sticky={found.state === 'sending'}
            >
              {word}
            </ActionButton>
          )}
          {found.state === 'scheduled' && (
            <ActionButton
              permission={notifications.change.permission}
              onClick={() => void navigate({ to: paths.edit(found.id) })}
              sticky
            >
              Edit
            </ActionButton>
          )}
        </>
      }
    >
      <div className={layout.columns}>
        <div className={layout.column}>
          <Card title="Message">
            <Message of={found} />
          </Card>
          <Card title="Results">
            <Outcome of={found} />
          </Card>
          {found.control_percent > 0 && found.state !== 'cancelled' && <Lift of={found} />}
        </div>
        <Preview title={found.title} body={found.body} picture={found.image} />
      </div>
    </Page>
  )
}

const Message = ({ of: { title, body, link, name, createdBy, createdAt } }: { of: Notification }) => (
  <Facts>
    <Fact label="Title" fullWidth>
      {title}
    </Fact>
    <Fact label="Body" fullWidth>
      {body}
    </Fact>
    <Fact label="Link" fullWidth>
      {link ? (
        <a href={link} target="_blank" rel="noreferrer">
          {link}
        </a>
      ) : (
        'The shop'
      )}
    </Fact>
    <Fact label="Function">{name || '–'}</Fact>
    <Fact label="Created by">{createdBy}</Fact>
    <Fact label="Created">{showInstant(createdAt)}</Fact>
  </Facts>
)

const Outcome = ({ of }: { of: Notification }) => (
  <>
    <Funnel of={of} />
    <Facts>
      <Fact label="Status">
        <Progress of={of} isComplete />
      </Fact>
      <Fact label="Audience">
        {audienceLabel(of)}
        {of.email && ` (${of.email})`}
      </Fact>
      {of.audience_description && (
        <Fact label="Conditions" fullWidth>
          {of.audience_description}
        </Fact>
      )}
      <Fact label="Finished">{of.finishedAt ? showInstant(of.finishedAt) : '–'}</Fact>
    </Facts>
  </>
)
