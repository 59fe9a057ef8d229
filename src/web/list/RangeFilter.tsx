import type { Opened } from '../ui/useOpener.ts'
import { RangeFields, RangePopover, type RangeProps } from './RangePopover.tsx'

/** From so much to so much. */
export const RangeFilter = (props: Opened & RangeProps) => (
  <RangePopover {...props}>
    {(onAsk) => <RangeFields {...props} onAsk={onAsk} read={numberTyped} show={(end) => end} />}
  </RangePopover>
)

/** Marks of thousands and of money, as people type them. */
const numberTyped = (text: string) => text.replace(/[\s,₦]/g, '')
