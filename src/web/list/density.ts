import { useRemembered } from '#web/ui/useRemembered.ts'

/** Whether a list's rows stand close together, remembered for each list on this device. */
export function useDensity(list: string) {
  const [value, set] = useRemembered(`marquee:dense:${list}`, 'no')
  return [value === 'yes', (dense: boolean) => set(dense ? 'yes' : 'no')] as const
}
