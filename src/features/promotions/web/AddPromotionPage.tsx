import * as z from 'zod/mini'
import { Day } from '#contract/atoms.ts'
import { useAddress } from '#web/list/address.ts'
import { PromotionForm } from './PromotionForm.tsx'

/** The day on which it starts. */
const inAddress = z.object({ date: z.optional(Day) })

export function AddPromotionPage() {
  const [{ date }] = useAddress(inAddress)
  return <PromotionForm startsOn={date} />
}
