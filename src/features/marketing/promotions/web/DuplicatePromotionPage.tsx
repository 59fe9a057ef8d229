import { useParams } from '@tanstack/react-router'
import { useRead } from '#web/api/queries.ts'
import { promotions } from '../contract.ts'
import { PromotionForm } from './PromotionForm.tsx'
import { PromotionPending } from './PromotionPending.tsx'
import { ADD_TITLE } from './title.ts'

/** The form of a new promotion that begins as another one is, once that has been fetched. */
export function DuplicatePromotionPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const original = useRead(promotions.fetch, { params: { id } }, { refetchOnMount: 'always' })
  return original.data && original.isFetchedAfterMount ? (
    <PromotionForm key={id} from={original.data} />
  ) : (
    <PromotionPending title={ADD_TITLE} reading={original} />
  )
}
