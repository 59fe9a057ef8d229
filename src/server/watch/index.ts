import { uncounted, type Metrics } from './metrics.ts'
import type { Traces } from './trail.ts'

/** Who is told what happens in the server; each part does nothing where nobody asked for it. */
export type Watch = { metrics: Metrics; traces?: Traces | undefined }

export const unwatched: Watch = { metrics: uncounted }
