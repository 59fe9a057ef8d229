import { Button } from '@mantine/core'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import { counted } from '#contract/counted.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { useAddress } from '#web/list/address.ts'
import type { Column } from '#web/list/columns.ts'
import { List } from '#web/list/List.tsx'
import { useRemoval } from '#web/list/useRemoval.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showInstant } from '#web/ui/format.ts'
import { OneLine } from '#web/ui/OneLine.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { reports, type Report, type Run, type Sending } from '../contract.ts'
import { FORMAT_LABELS, messages, describeSchedule, SENDING_LABELS } from '../rules.ts'
import { paths } from './paths.ts'
import styles from './Reports.module.css'
import { aboutOf, stateOf, reasonOf } from './labels.ts'

// Fetched when it is opened.
const ReportDrawer = lazy(() => import('./ReportDrawer.tsx'))

/** A report: what it sends, when and to whom, and what became of each. */
export function ReportPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  return /^[1-9]\d{0,8}$/.test(id) ? <ReportView key={id} id={Number(id)} /> : <Navigate to={paths.all} replace />
}

function ReportView({ id }: { id: number }) {
  const reading = useRead(reports.fetch, { params: { id } })
  const report = reading.data
  if (reading.error && !report)
    return (
      <Page title="Report" back={paths.all}>
        <Card>
          <ErrorState error={reading.error} onRetry={reading.refetch} />
        </Card>
      </Page>
    )
  return (
    <Page
      title={report?.name ?? 'Report'}
      crumb="Report"
      isLoading={!report}
      back={paths.all}
      note={report && <StatusPill tone={stateOf(report).tone}>{stateOf(report).label}</StatusPill>}
      actions={report && <ReportActions of={report} />}
    >
      {report ? <About of={report} /> : <Skeleton width="100%" height={200} />}
      <Runs id={id} />
    </Page>
  )
}

function ReportActions({ of }: { of: Report }) {
  const { id, name, isOwn, paused, recipients } = of
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const send = useSave(reports.send)
  const pause = useSave(reports.pause)
  const resume = useSave(reports.resume)
  const removal = useRemoval(reports.remove, reports.restore, { onDone: () => void navigate({ to: paths.all }) })
  const params = { id }
  const notYours = isOwn ? undefined : messages.notYours
  const askToSend = async () => {
    const text = `The report is sent to ${counted(recipients.length, 'recipient')} immediately. The schedule does not change.`
    if (await confirm({ title: `Send ${name} now?`, text, action: 'Send now' }))
      send.mutate({ params, body: { isTest: false } })
  }
  return (
    <>
      <ActionButton
        variant="default"
        permission={reports.send.permission}
        disabledReason={notYours}
        loading={send.isPending && send.variables.body.isTest}
        onClick={() => send.mutate({ params, body: { isTest: true } })}
      >
        Send me a test
      </ActionButton>
      <ActionButton
        variant="default"
        permission={reports.send.permission}
        disabledReason={notYours}
        onClick={() => void askToSend()}
      >
        Send now
      </ActionButton>
      {paused === null ? (
        <ActionButton
          variant="default"
          permission={reports.pause.permission}
          loading={pause.isPending}
          onClick={() => pause.mutate({ params })}
        >
          Pause
        </ActionButton>
      ) : (
        <ActionButton
          variant="default"
          permission={reports.resume.permission}
          loading={resume.isPending}
          onClick={() => resume.mutate({ params })}
        >
          Resume
        </ActionButton>
      )}
      <ActionButton
        variant="default"
        color="red"
        permission={reports.remove.permission}
        loading={removal.isBusy(id)}
        onClick={() => void removal.ask(id, `Delete ${name}?`, 'Its emails and links stop working')}
      >
        Delete
      </ActionButton>
      <ActionButton permission={reports.change.permission} disabledReason={notYours} onClick={() => setEditing(true)}>
        Edit
      </ActionButton>
      <Suspense>
        {isEditing && <ReportDrawer edited={of} about={aboutOf(of)} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  )
}

const About = ({ of }: { of: Report }) => (
  <Card title="Content">
    <Facts>
      <Fact label="Filters">{aboutOf(of)}</Fact>
      <Fact label="Screen">
        <Link to={`/dashboard/${of.path}` as string}>Open the screen</Link>
      </Fact>
      <Fact label="When">{describeSchedule(of)}</Fact>
      <Fact label="Next">{of.nextAt ? showInstant(of.nextAt) : (reasonOf(of) ?? '–')}</Fact>
      <Fact label="File">{FORMAT_LABELS[of.format]}</Fact>
      <Fact label="Owner">{of.owner ?? 'None'}</Fact>
      <Fact label="Recipients" fullWidth>
        {of.recipients.map(({ adminId, name }) => (adminId === null ? `${name} (outside, by link)` : name)).join(', ')}
      </Fact>
    </Facts>
  </Card>
)

const KINDS = { scheduled: 'On schedule', now: 'Sent manually', test: 'Test' } as const
const TONES = { pending: 'info', sent: 'good', failed: 'bad', denied: 'bad' } as const
const PER_PAGE = 10
const WAITING_MS = 3000
const inAddress = z.object({ page: z._default(PageNumber, 1) })

/** What became of it each time. */
function Runs({ id }: { id: number }) {
  const [{ page = 1 }, setAddress] = useAddress(inAddress)
  const reading = useRead(
    reports.runs,
    { params: { id }, query: { page, perPage: PER_PAGE } },
    {
      refetchInterval: (data) =>
        data?.runs.some(({ sendings }) => sendings.some(({ state }) => state === 'pending')) ? WAITING_MS : 0,
    },
  )
  const columns: Column<Run>[] = [
    {
      id: 'at',
      title: 'Time',
      main: true,
      width: '20%',
      cell: ({ occasion }) => <OneLine>{showInstant(occasion)}</OneLine>,
    },
    {
      id: 'kind',
      title: 'Kind',
      width: '18%',
      cell: ({ kind, missed }) => (missed ? `${KINDS[kind]}, ${missed} missed before it` : KINDS[kind]),
    },
    {
      id: 'to',
      title: 'Recipients',
      wide: true,
      cell: ({ sendings }) => (
        <ul className={styles.sendings}>
          {sendings.map((sending) => (
            <Sent key={sending.id} of={sending} />
          ))}
        </ul>
      ),
    },
  ]
  return (
    <List
      label="Runs"
      columns={columns}
      reading={reading}
      rows={reading.data?.runs}
      total={reading.data?.totalCount}
      page={page}
      perPage={PER_PAGE}
      onPage={(to, how) => setAddress({ page: to }, how)}
      rowKey={(run) => String(run.id)}
      empty={{ title: 'Not sent yet', text: 'Each time the report is sent appears here' }}
    />
  )
}

function Sent({ of }: { of: Sending }) {
  const revoke = useSave(reports.revoke)
  const { recipient, state, rows, message, linkEndsAt, isRevoked, downloads } = of
  const isOpen = linkEndsAt !== null && !isRevoked && Date.parse(linkEndsAt) > Date.now()
  const link =
    linkEndsAt === null
      ? []
      : [
          counted(downloads, 'download'),
          isRevoked ? 'link revoked' : isOpen ? `link until ${showInstant(linkEndsAt)}` : 'link expired',
        ]
  const text = [...(rows === null ? [] : [counted(rows, 'row')]), ...(message ? [message] : []), ...link].join(' · ')
  const askToRevoke = async () => {
    const text = 'Anyone who opens it will see an error. You cannot undo this.'
    if (await confirm({ title: `Revoke the link of ${recipient}?`, text, action: 'Revoke', danger: true }))
      revoke.mutate({ params: { id: of.id } })
  }
  return (
    <li className={styles.sending}>
      {recipient}
      <StatusPill tone={TONES[state]}>{SENDING_LABELS[state]}</StatusPill>
      {text && <span className={styles.soft}>{text}</span>}
      {isOpen && (
        <Button
          variant="subtle"
          color="red"
          size="compact-xs"
          loading={revoke.isPending}
          aria-label={`Revoke link of ${recipient}`}
          onClick={() => void askToRevoke()}
        >
          Revoke link
        </Button>
      )}
    </li>
  )
}
