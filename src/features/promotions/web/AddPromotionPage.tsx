import { PromotionForm } from './PromotionForm.tsx'

export const AddPromotionPage = () => <PromotionForm />
