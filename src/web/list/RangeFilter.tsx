import { asTyped, typedNumber } from '#contract/typed-number.ts'
import type { Opened } from '../ui/useOpener.ts'
import { RangeFields, RangePopover, type RangeProps } from './RangePopover.tsx'

/** From so much to so much. */
export const RangeFilter = (props: Opened & RangeProps) => (
  <RangePopover {...props}>
    {(onAsk) => <RangeFields {...props} onAsk={onAsk} read={ofAddress} show={(end) => asTyped(Number(end))} />}
  </RangePopover>
)

/** What is no number stays as it is, and is refused. */
const ofAddress = (text: string) => {
  const read = typedNumber(text)
  return Number.isNaN(read) ? text.trim() : String(read)
}
