import { IconTrash } from '@tabler/icons-react'
import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const label = 'Recently Deleted'
const may = 'session'

export const web: WebFeature = {
  nav: [{ order: 540, label, icon: IconTrash, to: paths.all, may }],
  palette: { screens: [{ label, to: paths.all, may, words: 'trash bin restore undo undelete' }] },
}
