import { useLinkProps } from '@tanstack/react-router'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import styles from './Tabs.module.css'

type Tab<T extends string> = {
  id: T
  label: string
  /** Address of a tab with its own screen. */
  to?: string
  /** Placed at the right end, where there is room. */
  isApart?: boolean
  /** Number of items behind the tab that wait for someone. */
  waiting?: { count: number; label: string } | undefined
}
type Props<T extends string> = {
  /** Name of the group of tabs. */
  label: string
  tabs: readonly Tab<T>[]
  current: T
  /**
   * Returns the search of the address with another tab; undefined for the first tab. Tabs with their own screens have
   * none.
   */
  search?: (chosen: Record<string, unknown>, tab: T | undefined) => object
  className?: string | undefined
}

/** Tabs of a page, each with its address. Without room they scroll, and fade out at an end that has more. */
export function Tabs<T extends string>({ label, tabs, current, search, className }: Props<T>) {
  const strip = useStrip(current)
  return (
    <nav ref={strip} className={[styles.tabs, className].filter(Boolean).join(' ')} aria-label={label}>
      {tabs.map((tab, at) => (
        <TabLink
          key={tab.id}
          {...tab}
          isCurrent={tab.id === current}
          search={(chosen) => search?.(chosen, at ? tab.id : undefined) ?? {}}
        />
      ))}
    </nav>
  )
}

/** Scrolls to the current tab, also after a resize, and marks the ends with more tabs. */
function useStrip(current: string): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const nav = strip.current
    if (!nav) return
    const look = () => {
      nav.toggleAttribute('data-before', nav.scrollLeft > 1)
      nav.toggleAttribute('data-after', nav.scrollWidth - nav.clientWidth - nav.scrollLeft > 1)
    }
    const place = () => {
      const tab = nav.querySelector<HTMLElement>('[aria-current]')
      // Avoids scrollIntoView, which would scroll the page as well.
      if (tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
      look()
    }
    // The observer's first call comes after the layout; reading sizes here would force a second one.
    const sizes = new ResizeObserver(place)
    for (const part of [nav, ...nav.children]) sizes.observe(part)
    nav.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      nav.removeEventListener('scroll', look)
    }
  }, [current])
  return strip
}

type LinkProps = Omit<Tab<string>, 'id'> & { isCurrent: boolean; search: (chosen: Record<string, unknown>) => object }

/** Sets the current state itself, because the router only compares paths. */
function TabLink({ label, to = '.', isApart, waiting, isCurrent, search }: LinkProps) {
  const { 'aria-current': _, ...props } = useLinkProps({ to, search: search as never, resetScroll: false })
  return (
    <a {...props} {...(isCurrent && { 'aria-current': 'page' })} data-apart={isApart || undefined}>
      {label}
      {waiting && waiting.count > 0 && (
        <span className={styles.waiting} title={waiting.label}>
          {waiting.count}
          <span className={styles.unseen}> {waiting.label}</span>
        </span>
      )}
    </a>
  )
}
