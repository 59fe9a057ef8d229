import { IconBookmark } from '@tabler/icons-react'
import { part } from '#web/lazy.ts'
import type { WebFeature } from '#web/feature.ts'

export const web: WebFeature = {
  listViews: part(async () => (await import('./ViewTabs.tsx')).ViewTabs),
  // What the server finds by a view's name is its address.
  palette: { records: { view: { label: 'Views', icon: IconBookmark, path: (address) => `/dashboard/${address}` } } },
}
