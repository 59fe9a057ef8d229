import { useRemembered } from '#web/ui/useRemembered.ts'
import { useInAddress } from './views.ts'

/** Row height of a list: from its view, else stored for each list on this device. */
export function useDensity(list: string) {
  const [stored, keep] = useRemembered(`marquee:dense:${list}`, 'no')
  const { value, isThere, set } = useInAddress('dense')
  return [(value ?? stored) === 'yes', (dense: boolean) => (isThere ? set : keep)(dense ? 'yes' : 'no')] as const
}
