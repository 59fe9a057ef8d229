import { EmptyState } from '../ui/EmptyState.tsx'
import { Card } from '../ui/Card.tsx'
import { Page } from '../ui/Page.tsx'

/** Only where no feature is registered at all. */
export const NothingHere = () => (
  <Page title="Marquee">
    <Card>
      <EmptyState title="Nothing is here yet" text="No part of the application is switched on." />
    </Card>
  </Page>
)
