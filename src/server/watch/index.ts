import { uncounted, type Metrics } from './metrics.ts'
import type { Traces } from './trail.ts'

/** Receivers of the server's events. Each does nothing unless it is configured. */
export type Watch = { metrics: Metrics; traces?: Traces | undefined }

export const unwatched: Watch = { metrics: uncounted }
