import { web as audit } from '#features/audit/web/index.ts'
import { web as connections } from '#features/connections/web/index.ts'
import { web as movies } from '#features/movies/web/index.ts'
import type { WebFeature } from './feature.ts'

/** The browser's table of contents. */
export const features: WebFeature[] = [movies, connections, audit]
