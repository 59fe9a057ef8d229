import { EmptyState } from '../ui/EmptyState.tsx'
import { Card } from '../ui/Card.tsx'
import { Page } from '../ui/Page.tsx'

/** Page without any registered feature. */
export const NothingHere = () => (
  <Page title="Marquee">
    <Card>
      <EmptyState title="Nothing is here yet" text="This server has no features enabled" />
    </Card>
  </Page>
)
