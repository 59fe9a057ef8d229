import { IconLock } from '@tabler/icons-react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Card } from '../ui/Card.tsx'
import { Page } from '../ui/Page.tsx'

/** In place of a screen that the person's role does not show. */
export const Denied = ({ reason }: { reason: string }) => (
  <Page title="Permission denied">
    <Card>
      <EmptyState icon={IconLock} title={reason} text="A superadmin can change what your role allows." />
    </Card>
  </Page>
)
