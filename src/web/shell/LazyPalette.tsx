import { lazy, Suspense, useState } from 'react'

const Palette = lazy(() => import('./Palette.tsx').then((module) => ({ default: module.Palette })))

/** Fetches the palette when it is first asked for. */
export function LazyPalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <Palette opened={opened} onClose={onClose} />
    </Suspense>
  )
}
