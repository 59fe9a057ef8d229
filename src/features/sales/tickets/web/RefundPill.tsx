import { StatusPill } from '#web/ui/StatusPill.tsx'
import { REFUNDS, type RefundState } from '../rules.ts'

/** What came back; nothing where nothing did. */
export const RefundPill = ({ state }: { state: RefundState }) =>
  state !== 'none' && <StatusPill tone="neutral">{REFUNDS[state]}</StatusPill>
