import { web as analytics } from '#features/analytics/web/index.ts'
import { web as audit } from '#features/audit/web/index.ts'
import { web as connections } from '#features/connections/web/index.ts'
import { web as feed } from '#features/feed/web/index.ts'
import { web as movies } from '#features/movies/web/index.ts'
import type { WebFeature } from './feature.ts'

/** The browser's table of contents. */
export const features: WebFeature[] = [analytics, movies, connections, feed, audit]
