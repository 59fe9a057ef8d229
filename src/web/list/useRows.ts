import { useRemembered } from '../ui/useRemembered.ts'
import { useInAddress } from './views.ts'

/** Numbers of rows that a page of people can have. */
const SIZES = [10, 25, 50, 100]

/**
 * How many rows a page of a list has, to choose among: as its address says, or as they were chosen for it on this device.
 * What is chosen in a view is the view's.
 * @param first how many there are until somebody chooses
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
