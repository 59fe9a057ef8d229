import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { describeAmount } from '#contract/approval.ts'
import { inOrder } from '#contract/isolate.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { RecordLink } from '#web/ui/RecordLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { approvals, type ApprovalRequest } from '../contract.ts'
import { actionText, StateOf } from './badges.tsx'
import { Difference } from './Difference.tsx'
import { paths } from './paths.ts'

// Fetched when it is opened.
const RejectDialog = lazy(() => import('./RejectDialog.tsx'))

/** What one person proposes: what it would change, why, and what became of it. */
export function ApprovalRequestPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  return /^[1-9]\d{0,14}$/.test(id) ? (
    <ApprovalRequestView key={id} id={Number(id)} />
  ) : (
    <Navigate to={paths.all} replace />
  )
}

function ApprovalRequestView({ id }: { id: number }) {
  const reading = useRead(approvals.fetch, { params: { id } })
  const approvalRequest = reading.data
  if (reading.error && !approvalRequest)
    return (
      <Page title="Approval" back={paths.all}>
        <ErrorState error={reading.error} onRetry={reading.refetch} />
      </Page>
    )
  return (
    <Page
      title={approvalRequest ? inOrder(approvalRequest.summary) : 'Approval'}
      crumb="Approval"
      isLoading={!approvalRequest}
      back={paths.all}
      note={approvalRequest && <StateOf state={approvalRequest.state} />}
      actions={approvalRequest && <Decide of={approvalRequest} />}
    >
      {approvalRequest ? (
        <>
          <About of={approvalRequest} />
          {approvalRequest.difference.map((change, at) => (
            <Difference key={at} of={change} />
          ))}
        </>
      ) : (
        <Skeleton width="100%" height={200} />
      )}
    </Page>
  )
}

const About = ({ of: approvalRequest }: { of: ApprovalRequest }) => (
  <Card title="Request details">
    <Facts>
      <Fact label="Action">{actionText(approvalRequest)}</Fact>
      <Fact label="Requested by">
        <RecordLink kind="admin" id={approvalRequest.requesterId}>
          <bdi>{approvalRequest.requester}</bdi>
        </RecordLink>
      </Fact>
      {approvalRequest.total !== null && (
        <Fact label="Total with earlier ones">{describeAmount(approvalRequest.action, approvalRequest.total)}</Fact>
      )}
      <Fact label="Requested">{showInstant(approvalRequest.createdAt)}</Fact>
      {approvalRequest.state === 'pending' && <Fact label="Expires">{showInstant(approvalRequest.expiresAt)}</Fact>}
      {approvalRequest.decidedAt && <Fact label="Decided">{showInstant(approvalRequest.decidedAt)}</Fact>}
      {approvalRequest.decidedBy && (
        <Fact label="Decided by">
          <bdi>{approvalRequest.decidedBy}</bdi>
        </Fact>
      )}
      <Fact label="Reason" fullWidth>
        {approvalRequest.reason || '–'}
      </Fact>
      {approvalRequest.decision && (
        <Fact label="Reason for the decision" fullWidth>
          {approvalRequest.decision}
        </Fact>
      )}
    </Facts>
  </Card>
)

/**
 * Whoever proposed it takes it back; somebody else approves or refuses it. It stays when that is over: why it could not be
 * done is said for as long as it is there.
 */
function Decide({ of: { id, state, fingerprint, decisionBlockedReason, isOwn } }: { of: ApprovalRequest }) {
  const client = useQueryClient()
  const [isRefusing, setRefusing] = useState(false)
  // Another difference, or somebody else's decision: the page shows it as it is now.
  const onFailure = () => void client.invalidateQueries({ queryKey: [approvals.fetch.feature] })
  // Anything can be another after it.
  const approve = useSave(approvals.approve, { onSuccess: () => void client.invalidateQueries(), onFailure })
  const withdraw = useSave(approvals.withdraw, { onFailure })

  const askToApprove = async () => {
    const yes = await confirm({
      title: 'Approve this request?',
      text: 'The change is made immediately, exactly as shown',
      action: 'Approve',
    })
    if (yes) approve.mutate({ params: { id }, body: { fingerprint } })
  }
  const askToWithdraw = async () => {
    const yes = await confirm({
      title: 'Cancel this request?',
      text: 'Nothing will change',
      action: 'Cancel request',
      cancel: 'Keep request',
    })
    if (yes) withdraw.mutate({ params: { id } })
  }
  if (state !== 'pending') return null
  if (isOwn)
    return (
      <ActionButton variant="default" loading={withdraw.isPending} onClick={() => void askToWithdraw()}>
        Cancel request
      </ActionButton>
    )
  return (
    <>
      <ActionButton
        variant="default"
        permission={approvals.reject.permission}
        disabledReason={decisionBlockedReason ?? undefined}
        onClick={() => setRefusing(true)}
      >
        Reject
      </ActionButton>
      <ActionButton
        permission={approvals.approve.permission}
        disabledReason={decisionBlockedReason ?? undefined}
        loading={approve.isPending}
        onClick={() => void askToApprove()}
        sticky
      >
        Approve
      </ActionButton>
      <Suspense>{isRefusing && <RejectDialog id={id} onClose={() => setRefusing(false)} />}</Suspense>
    </>
  )
}
