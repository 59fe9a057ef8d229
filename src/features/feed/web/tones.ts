import type { Tone } from '#web/ui/StatusPill.tsx'
import type { CorrectionKind, KeptState } from '../rules.ts'

export const KEPT_TONES: Record<KeptState, Tone> = { held: 'warn', waiting: 'info', rejected: 'neutral' }

export const CORRECTION_TONES: Record<CorrectionKind, Tone> = { void: 'neutral', correct: 'info', restore: 'good' }
