import type { WebFeature } from '#web/feature.ts'
import { part } from '#web/lazy.ts'

export const web: WebFeature = {
  customerPanels: [
    { place: 'title', order: 100, part: part(async () => (await import('./RenewButton.tsx')).RenewButton) },
    { place: 'top', order: 100, part: part(async () => (await import('./Renewal.tsx')).Renewal) },
    { place: 'acts', order: 100, part: part(async () => (await import('./DeleteCard.tsx')).DeleteCard) },
  ],
}
