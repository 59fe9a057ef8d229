import { Link, useParams } from '@tanstack/react-router'
import { useRead } from '#web/api/queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { paths as bannerPaths } from './banner-paths.ts'
import { promotions } from '../contract.ts'
import { EDIT_TITLE } from './title.ts'
import { paths } from './paths.ts'
import { PromotionForm } from './PromotionForm.tsx'
import { PromotionPending } from './PromotionPending.tsx'

/** The promotion's form (operations 2), once its record has been fetched. */
export function EditPromotionPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  // Starts from the record as it is now, never from a cached one; from then on the form holds its own values.
  const promotion = useRead(promotions.fetch, { params: { id } }, { refetchOnMount: 'always' })
  if (promotion.data?.position === 'banner')
    return (
      <Page title={EDIT_TITLE} back={paths.all}>
        <Card>
          <EmptyState title="This is a hero banner" action={<Link to={bannerPaths.all}>See the hero banners</Link>} />
        </Card>
      </Page>
    )
  if (promotion.data && promotion.isFetchedAfterMount) return <PromotionForm key={id} promotion={promotion.data} />
  return <PromotionPending title={EDIT_TITLE} reading={promotion} />
}
