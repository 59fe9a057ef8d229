import { part } from '#web/lazy.ts'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'person'

export const web: WebFeature = {
  topBar: part(async () => (await import('./Bell.tsx')).Bell),
  palette: {
    screens: [
      { label: 'Alerts', to: paths.all, permission, keywords: 'bell unread alerts warnings what happened' },
      {
        label: 'Alert settings',
        to: paths.choices,
        permission,
        keywords: 'alerts bell mail daily email digest settings preferences alerts subscribe',
      },
    ],
  },
}
