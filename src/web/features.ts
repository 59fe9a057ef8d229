import type { WebFeature } from './feature.ts'

/** The browser's table of contents. */
export const features: WebFeature[] = []
