import { asTyped, typedNumber } from '#contract/typed-number.ts'
import type { Opened } from '../ui/useOpener.ts'
import { RangeFields, RangePopover, type RangeProps } from './RangePopover.tsx'

/** Filter by a range of numbers. */
export const RangeFilter = (props: Opened & RangeProps) => (
  <RangePopover {...props}>
    {(onAsk) => <RangeFields {...props} onAsk={onAsk} read={ofAddress} show={(end) => asTyped(Number(end))} />}
  </RangePopover>
)

/** Text that is not a number stays and is rejected. */
const ofAddress = (text: string) => {
  const read = typedNumber(text)
  return Number.isNaN(read) ? text.trim() : String(read)
}
