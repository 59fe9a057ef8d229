import type { ScreenAt } from '#web/screens.ts'

const found = import.meta.glob<readonly ScreenAt[]>('../../features/*/*/web/screens.ts', {
  eager: true,
  import: 'screens',
})

/** Every feature's screens. */
export const screens: readonly ScreenAt[] = Object.values(found).flat()
