import { openedLazily } from '../ui/openedLazily.tsx'

// Fetched when somebody comes near a button of it: most visits open none.
export const LazyListMenu = openedLazily(() => import('./ListMenu.tsx').then((module) => module.ListMenu))
