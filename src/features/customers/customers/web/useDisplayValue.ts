import { showDay } from '#contract/time.ts'
import type { Plan } from '#features/customers/tiers/contract.ts'
import { AS_IT_IS, type CustomerDraft } from './draft.ts'
import { NIL } from './format.ts'
import { useCinemaNames } from './useCinemas.ts'

/** Shows a field's value in the dialog that resolves conflicts. */
export function useDisplayValue(plans: readonly Plan[]) {
  const cinemas = useCinemaNames()
  return (field: keyof CustomerDraft, value: string): string => {
    if (!value) return NIL
    switch (field) {
      case 'dateOfBirth':
      case 'subStartDate':
      case 'subEndDate':
        return showDay(value)
      case 'subscriptionId':
        if (value === AS_IT_IS) return 'Unchanged'
        return plans.find(({ product_id }) => String(product_id) === value)?.product_name ?? value
      case 'default_cinema_id':
        return cinemas.get(value) ?? value
      case 'rosettaCardPin':
        return '•'.repeat(value.length)
      default:
        return value
    }
  }
}
