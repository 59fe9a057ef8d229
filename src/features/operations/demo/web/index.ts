import type { WebFeature } from '#web/feature.ts'

export const web: WebFeature = { note: async () => (await import('./DemoNote.tsx')).DemoNote }
