import type { Tone } from '#web/ui/StatusPill.tsx'
import type { CorrectionKind, QuarantineState } from '../rules.ts'

export const QUARANTINE_TONES: Record<QuarantineState, Tone> = {
  quarantined: 'warn',
  pending: 'info',
  rejected: 'neutral',
}

export const CORRECTION_TONES: Record<CorrectionKind, Tone> = { void: 'neutral', correct: 'info', reinstate: 'good' }
