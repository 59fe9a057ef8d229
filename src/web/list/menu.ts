import { lazyDialog } from '../ui/lazyDialog.tsx'

// Loaded on hover or focus, because most visits open no menu.
export const LazyListMenu = lazyDialog(() => import('./ListMenu.tsx').then((module) => module.ListMenu))
