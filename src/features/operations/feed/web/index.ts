import { IconDatabaseImport, IconKey } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'superadmin'

export const web: WebFeature = {
  nav: [
    { order: 515, label: 'Incoming Data', icon: IconDatabaseImport, to: paths.incoming, permission },
    { order: 520, label: 'Feed Keys', icon: IconKey, to: paths.keys, permission },
  ],
  palette: {
    records: {
      'feed key': { label: 'Feed Keys', path: () => paths.keys, permission },
      'feed correction': { label: 'Corrections', path: () => paths.corrections, permission },
      'counted purchase': { label: 'Corrections', path: paths.countedPurchase, permission },
      'feed line': { label: 'Incoming Data', path: paths.line, permission },
    },
    screens: [
      {
        label: 'Incoming Data',
        to: paths.incoming,
        permission,
        keywords: 'feed held waiting refused',
      },
      {
        label: 'Corrections',
        to: paths.corrections,
        permission,
        keywords: 'void correct restore purchase refund feed line',
      },
      {
        label: 'Feed Keys',
        to: paths.keys,
        permission,
        keywords: 'api key secret token import web shop app point of sale',
      },
    ],
  },
}
