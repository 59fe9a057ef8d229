import { IconTrash } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const label = 'Recently deleted'
const permission = 'session'

export const web: WebFeature = {
  nav: [{ order: 540, label, icon: IconTrash, to: paths.all, permission }],
  palette: { screens: [{ label, to: paths.all, permission, keywords: 'trash bin restore undo undelete' }] },
}
