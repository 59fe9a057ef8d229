import { IconLock } from '@tabler/icons-react'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Card } from '../ui/Card.tsx'
import { Page } from '../ui/Page.tsx'

/** Page instead of a screen that the person's role does not include. */
export const Denied = ({ reason, permission }: { reason: string; permission: RequiredPermission }) => (
  <Page title="Permission denied">
    <Card>
      <EmptyState
        icon={IconLock}
        title={reason}
        text={permission === 'superadmin' ? undefined : 'A superadmin can change your role'}
      />
    </Card>
  </Page>
)
