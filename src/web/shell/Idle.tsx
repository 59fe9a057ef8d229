import { useEffect, useRef, useState } from 'react'
import { signOut } from '../api/sign-out.ts'
import { dropAllDrafts } from '../form/draft-store.ts'
import { forgetStarts } from '../list/start.ts'
import { lazyDialog } from '../ui/lazyDialog.tsx'
import { lastActive, noteActive } from './activity.ts'
import { idleness } from './idle.ts'

const IdleDialog = lazyDialog(() => import('./IdleDialog.tsx').then((module) => module.IdleDialog))

/** Time for the warning to stay after a movement, so that it can be read. */
const LINGER_MS = 3000

/**
 * Signs out after 30 minutes without a mouse movement or a key press in any tab, with a warning one minute before (core
 * 9).
 */
export function Idle() {
  const [left, setLeft] = useState<number>()
  const stay = useRef<() => void>(undefined)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let warned = false
    let until = 0
    const look = () => {
      clearTimeout(timer)
      const now = Date.now()
      const is = idleness(lastActive() || now, now)
      if (is.state === 'over') return void signOut('idle')
      if (is.state === 'active' && now >= until) {
        warned = false
        until = 0
        setLeft(undefined)
        timer = setTimeout(look, is.checkIn)
      } else {
        warned = true
        setLeft(is.state === 'warning' ? is.left : 0)
        timer = setTimeout(look, 250)
      }
    }
    const active = () => {
      const now = Date.now()
      // A machine that slept past its time signs out on the first movement.
      if (idleness(lastActive() || now, now).state === 'over') return look()
      if (warned && !until) until = now + LINGER_MS
      noteActive(now)
    }
    stay.current = () => {
      until = 0
      noteActive()
      look()
    }
    const woken = () => document.visibilityState === 'visible' && look()
    noteActive()
    look()
    for (const event of ['mousemove', 'keydown', 'pointerdown'] as const)
      addEventListener(event, active, { passive: true })
    document.addEventListener('visibilitychange', woken)
    return () => {
      clearTimeout(timer)
      for (const event of ['mousemove', 'keydown', 'pointerdown'] as const) removeEventListener(event, active)
      document.removeEventListener('visibilitychange', woken)
    }
  }, [])

  return (
    <IdleDialog
      opened={left !== undefined}
      left={left ?? 0}
      onStay={() => stay.current?.()}
      onSignOut={() => {
        dropAllDrafts()
        forgetStarts()
        void signOut('idle')
      }}
    />
  )
}
