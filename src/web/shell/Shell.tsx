import { Navigate, Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { useFeatures, useNav } from '../features.ts'
import { OVERLAYS } from '../theme.ts'
import { today } from '../ui/format.ts'
import { lazyDialog } from '../ui/lazyDialog.tsx'
import { useRemembered } from '../ui/useRemembered.ts'
import { Denied } from './Denied.tsx'
import { TwoFactorBanner } from './TwoFactorBanner.tsx'
import { ACCOUNT } from './nav.ts'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { typeAhead } from './typed-ahead.ts'

const PhoneNav = lazyDialog(() => import('./PhoneNav.tsx').then((module) => module.PhoneNav))

/** Frame of every screen: sidebar, top bar, and the screen or why it is denied. */
export function Shell() {
  const me = useMe()
  const entries = useNav()
  const Palette = useFeatures().find(({ finder }) => finder)?.finder
  const [side, setSide] = useRemembered('marquee:sidebar', 'wide')
  const isSmall = side === 'small'
  const [isNavOpen, setNavOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const permission = useMatches({ select: (matches) => matches.at(-1)?.staticData.permission })
  const denied = permission && refusal(me, permission)
  const isFactorDue = me.twoFactorFrom !== undefined && me.twoFactorFrom <= today()
  useFocusOnArrival()
  useEffect(() => setNavOpen(false), [path])
  useEffect(() => {
    if (!isPaletteOpen || !Palette) return
    const end = typeAhead(() => setPaletteOpen(false))
    Palette.load().catch(end)
    return end
  }, [isPaletteOpen, Palette])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setPaletteOpen((open) => !open)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <div className={styles.shell} data-small={isSmall || undefined}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <div className={styles.side}>
        <Sidebar entries={entries} path={path} isSmall={isSmall} onToggle={() => setSide(isSmall ? 'wide' : 'small')} />
      </div>
      <PhoneNav opened={isNavOpen} onClose={() => setNavOpen(false)} path={path} />
      <div className={styles.rest}>
        <TopBar path={path} onMenu={() => setNavOpen(true)} onSearch={Palette && (() => setPaletteOpen(true))} />
        <main id="content" className={styles.content} tabIndex={-1}>
          {me.twoFactorFrom && (
            <TwoFactorBanner from={me.twoFactorFrom} isDue={isFactorDue} isThere={path === ACCOUNT} />
          )}
          {isFactorDue && path !== ACCOUNT ? (
            <Navigate to={ACCOUNT} search={{ tab: 'security' } as never} replace />
          ) : denied ? (
            <Denied reason={denied} permission={permission} />
          ) : (
            <Outlet />
          )}
          <div id={OVERLAYS} />
        </main>
      </div>
      {Palette && <Palette opened={isPaletteOpen} onClose={() => setPaletteOpen(false)} />}
    </div>
  )
}

/** Moves the focus to the heading of a new page, so that a screen reader reads it and Tab continues there. */
function useFocusOnArrival() {
  const router = useRouter()
  const last = useRef(router.state.location.pathname)
  useEffect(
    () =>
      router.subscribe('onRendered', ({ toLocation }) => {
        if (toLocation.pathname === last.current) return
        last.current = toLocation.pathname
        const focused = document.activeElement
        // With the next frame, because an earlier focus would force a second layout.
        requestAnimationFrame(() => {
          if (document.activeElement !== focused) return
          const heading =
            document.querySelector<HTMLElement>('[data-page-heading]') ?? document.getElementById('content')
          heading?.focus({ preventScroll: true })
        })
      }),
    [router],
  )
}
