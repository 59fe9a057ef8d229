import { IconStack2 } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { part } from '#web/lazy.ts'
import { IMPORT_LISTS, LISTS } from '../lists.ts'
import { paths } from './paths.ts'

const permission = 'person'

export const web: WebFeature = {
  bulk: { lists: LISTS, bar: part(async () => (await import('./BulkBar.tsx')).BulkBar) },
  imports: {
    lists: Object.fromEntries(Object.entries(IMPORT_LISTS).map(([list, { permission: takes }]) => [list, takes])),
    button: part(async () => (await import('./ImportPart.tsx')).ImportPart),
  },
  nav: [{ order: 535, label: 'Bulk actions', icon: IconStack2, to: paths.all, permission }],
  palette: {
    records: { 'bulk action': { label: 'Bulk actions', icon: IconStack2, path: paths.one, permission } },
  },
}
