import { useRemembered } from '../ui/useRemembered.ts'
import { useInAddress } from './views.ts'

/** Choices of rows per page for lists of people. */
const SIZES = [10, 25, 50, 100]

/**
 * Rows per page of a list: from its address, else from this device. A choice in a view belongs to the view.
 * @param first default number
 */
export function useRows(
  list: string,
  first: number,
  { perPage }: { perPage?: number },
  setAddress: (patch: { perPage: number }) => unknown,
  sizes: readonly number[] = SIZES,
) {
  const [stored, keep] = useRemembered(`marquee:rows:${list}`, String(first))
  const { isOfView } = useInAddress('perPage')
  const chosen = sizes.includes(Number(stored)) ? Number(stored) : first
  return {
    perPage: perPage ?? chosen,
    sizes,
    onPerPage: (to: number) => {
      if (!isOfView) keep(String(to))
      setAddress({ perPage: to })
    },
  }
}
