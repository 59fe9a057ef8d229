import { lazyDialog } from '../ui/lazyDialog.tsx'

// Fetched when somebody comes near a button of it: most visits open none.
export const LazyListMenu = lazyDialog(() => import('./ListMenu.tsx').then((module) => module.ListMenu))
