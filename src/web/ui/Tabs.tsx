import { useLinkProps } from '@tanstack/react-router'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import styles from './Tabs.module.css'

type Tab<T extends string> = {
  id: T
  label: string
  /** Of one that is a screen of its own: where it is. */
  to?: string
  /** Stands at the right end, where there is room. */
  isApart?: boolean
  /** How many of what is behind it wait for somebody. */
  waiting?: { count: number; label: string } | undefined
}
type Props<T extends string> = {
  /** What they are tabs of. */
  label: string
  tabs: readonly Tab<T>[]
  current: T
  /** The address with another tab; undefined for the first, which needs no word in it. Tabs that are screens have none. */
  search?: (chosen: Record<string, unknown>, tab: T | undefined) => object
  className?: string | undefined
}

/** The parts of a page, each with an address of its own. Where they have no room they scroll, and fade out at an end that has more. */
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

/** Brings the current tab into view, also when the strip or a tab gets another width, and says at which ends there are more. */
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
      // Not by scrollIntoView, which scrolls the page as well.
      if (tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
      look()
    }
    // It is called for the first time when the frame's places are known: to ask for them here would place everything twice.
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

/** It says itself whether it is the current one: the router looks at the path alone. */
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
