import { useLinkProps } from '@tanstack/react-router'
import styles from './Tabs.module.css'

type Tab<T extends string> = {
  id: T
  label: string
  /** Stands at the right end, where there is room. */
  isApart?: boolean
}
type Props<T extends string> = {
  /** What they are tabs of. */
  label: string
  tabs: readonly Tab<T>[]
  current: T
  /** The address with another tab; undefined for the first, which needs no word in it. */
  search: (chosen: Record<string, unknown>, tab: T | undefined) => object
  /** On a phone: closer together, or faded out where more of them follow. */
  onPhone?: 'close' | 'faded'
  className?: string | undefined
}

/** The parts of a page, each with an address of its own. */
export const Tabs = <T extends string>({ label, tabs, current, search, onPhone, className }: Props<T>) => (
  <nav className={[styles.tabs, className].filter(Boolean).join(' ')} aria-label={label} data-phone={onPhone}>
    {tabs.map((tab, at) => (
      <TabLink
        key={tab.id}
        {...tab}
        isCurrent={tab.id === current}
        search={(chosen) => search(chosen, at ? tab.id : undefined)}
      />
    ))}
  </nav>
)

type LinkProps = Omit<Tab<string>, 'id'> & { isCurrent: boolean; search: (chosen: Record<string, unknown>) => object }

/** It says itself whether it is the current one: the router looks at the path alone. */
function TabLink({ label, isApart, isCurrent, search }: LinkProps) {
  const { 'aria-current': _, ...props } = useLinkProps({ to: '.', search: search as never, resetScroll: false })
  return (
    <a {...props} {...(isCurrent && { 'aria-current': 'page' })} data-apart={isApart || undefined}>
      {label}
    </a>
  )
}
