import { useRemembered } from '#web/ui/useRemembered.ts'
import { useInAddress } from './views.ts'

/** Whether a list's rows stand close together: as its view says, else remembered for each list on this device. */
export function useDensity(list: string) {
  const [stored, keep] = useRemembered(`marquee:dense:${list}`, 'no')
  const { value, isThere, set } = useInAddress('dense')
  return [(value ?? stored) === 'yes', (dense: boolean) => (isThere ? set : keep)(dense ? 'yes' : 'no')] as const
}
