import { IconDatabaseImport, IconKey } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'superadmin'

export const web: WebFeature = {
  nav: [
    { order: 515, label: 'Incoming data', icon: IconDatabaseImport, to: paths.incoming, permission },
    { order: 520, label: 'Feed keys', icon: IconKey, to: paths.keys, permission },
  ],
  palette: {
    records: {
      'feed key': { label: 'Feed keys', path: () => paths.keys, permission },
      'feed correction': { label: 'Corrections', path: () => paths.corrections, permission },
      'counted purchase': { label: 'Corrections', path: paths.countedPurchase, permission },
      'feed line': { label: 'Incoming data', path: paths.line, permission },
    },
    screens: [
      {
        label: 'Incoming data',
        to: paths.incoming,
        permission,
        keywords: 'feed record quarantine pending rejected waiting',
      },
      {
        label: 'Corrections',
        to: paths.corrections,
        permission,
        keywords: 'void correct reinstate restore purchase refund feed record',
      },
      {
        label: 'Feed keys',
        to: paths.keys,
        permission,
        keywords: 'api key secret token import web shop app point of sale',
      },
    ],
  },
}
