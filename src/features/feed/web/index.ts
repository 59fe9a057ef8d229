import { IconDatabaseImport, IconKey } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'superadmin'

export const web: WebFeature = {
  nav: [
    { order: 515, label: 'Incoming Data', icon: IconDatabaseImport, to: paths.incoming, may },
    { order: 520, label: 'Feed Keys', icon: IconKey, to: paths.keys, may },
  ],
  palette: {
    records: {
      'feed key': { label: 'Feed Keys', path: () => paths.keys, may },
      'feed correction': { label: 'Corrections', path: () => paths.corrections, may },
      'counted purchase': { label: 'Corrections', path: paths.countedPurchase, may },
      'feed line': { label: 'Incoming Data', path: paths.line, may },
    },
    screens: [
      {
        label: 'Incoming Data',
        to: paths.incoming,
        may,
        words: 'feed held waiting refused',
      },
      { label: 'Corrections', to: paths.corrections, may, words: 'void correct restore purchase refund feed line' },
      { label: 'Feed Keys', to: paths.keys, may, words: 'api key secret token import web shop app point of sale' },
    ],
  },
}
