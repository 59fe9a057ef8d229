import { useDayInAddress } from '#web/form/useDayInAddress.ts'
import { PromotionForm } from './PromotionForm.tsx'

export function AddPromotionPage() {
  return <PromotionForm startsOn={useDayInAddress()} />
}
