import { server as audit } from '#features/audit/server/index.ts'
import type { ServerFeature } from './feature.ts'

/** The server's table of contents. The demo is loaded in this order. */
export const features: Record<string, ServerFeature> = { audit }
