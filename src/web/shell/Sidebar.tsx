import { ActionIcon } from '@mantine/core'
import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react'
import { memo, useEffect, useRef } from 'react'
import { refusal, type Rights } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { usePart } from '../lazy.ts'
import { Mark } from '../ui/Mark.tsx'
import { NavLink } from '../ui/NavLink.tsx'
import { Tip } from '../ui/Tip.tsx'
import { useRemembered } from '../ui/useRemembered.ts'
import { entryAt, grouped, subAt, type NavEntry, type NavGroup, type NavSub } from './nav.ts'
import styles from './Sidebar.module.css'
import { useCurrentTitle } from './title.ts'
import { useSignOut } from './useSignOut.ts'

type Props = { entries: readonly NavEntry[]; path: string; isSmall?: boolean; onToggle?: () => void }

/** Registered entries in the specification's order; sub-items show only in their section (core 2). */
export function Sidebar({ entries, path, isSmall = false, onToggle }: Props) {
  const signOut = useSignOut()
  const me = useMe()
  const current = useCurrentTitle()
  const here = entryAt(entries, path)
  const sub = subAt(here, current?.under ?? path)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Positions are read in the next frame, because an earlier read would force a second layout.
    const frame = requestAnimationFrame(() => {
      // Keeps the entry above the fold and above "Log out" (the list's scroll padding leaves its room).
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [path])
  return (
    <nav className={styles.sidebar} data-small={isSmall || undefined} aria-label="Main">
      <div className={styles.brand}>
        <NavLink to="/dashboard" className={styles.home} aria-label="Marquee, home">
          <Mark />
          <span className={styles.name}>Marquee</span>
        </NavLink>
        {onToggle && (
          <ActionIcon
            className={styles.toggle}
            variant="subtle"
            size={28}
            aria-label={isSmall ? 'Expand the sidebar' : 'Collapse the sidebar'}
            aria-expanded={!isSmall}
            onClick={onToggle}
          >
            {isSmall ? (
              <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
            )}
          </ActionIcon>
        )}
      </div>
      <div ref={list} className={styles.entries}>
        {grouped(entries).map((group) => (
          <Group key={group.label ?? ''} {...{ group, here, sub, me, isSmall }} />
        ))}
      </div>
      <Tip label={isSmall ? 'Log out' : undefined} side="right">
        <button type="button" className={`${styles.entry} ${styles.out}`} onClick={signOut}>
          <IconLogout size={18} stroke={1.6} aria-hidden />
          <span className={styles.label}>Log out</span>
        </button>
      </Tip>
    </nav>
  )
}

type GroupProps = {
  group: NavGroup
  here: NavEntry | undefined
  sub: NavSub | undefined
  me: Rights
  isSmall: boolean
}

/** Named group that folds, remembered on this device. The current entry stays visible. */
function Group({ group: { label, entries }, here, sub, me, isSmall }: GroupProps) {
  const [fold, setFold] = useRemembered(`marquee:sidebar:${label ?? ''}`, 'open')
  const isFolded = fold === 'folded' && !isSmall && label !== undefined
  return (
    <>
      {label && isSmall && <hr className={styles.divider} />}
      {label && !isSmall && (
        <button
          type="button"
          className={styles.group}
          aria-expanded={!isFolded}
          onClick={() => setFold(isFolded ? 'open' : 'folded')}
        >
          <span>{label}</span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      )}
      <ul aria-label={label}>
        {entries.map(
          (entry) =>
            (!isFolded || entry === here) && (
              <Entry
                key={entry.label}
                entry={entry}
                reason={refusal(me, entry.permission)}
                isHere={entry === here}
                sub={entry === here ? sub : undefined}
                isSmall={isSmall}
              />
            ),
        )}
      </ul>
    </>
  )
}

type EntryProps = {
  entry: NavEntry
  /** Reason why the link is disabled for the person. */
  reason: string | undefined
  isHere: boolean
  sub: NavSub | undefined
  isSmall: boolean
}

/** Memoised, because only two entries change on navigation. */
const Entry = memo(function Entry({ entry, reason, isHere, sub, isSmall }: EntryProps) {
  const { Part: Count } = usePart(reason ? undefined : entry.count)
  const inner = (
    <>
      <entry.icon size={18} stroke={1.6} aria-hidden />
      <span className={styles.label}>{entry.label}</span>
      {Count && <Count />}
    </>
  )
  if (reason)
    return (
      <li>
        <Tip label={isSmall ? `${entry.label}: ${reason}` : reason} side="right">
          <a className={styles.entry} role="link" aria-disabled tabIndex={0}>
            {inner}
          </a>
        </Tip>
      </li>
    )
  return (
    <li>
      <Tip label={isSmall ? entry.label : undefined} side="right">
        <NavLink
          to={entry.to}
          className={styles.entry}
          data-here={isHere || undefined}
          isCurrent={isHere && !entry.sub?.length}
        >
          {inner}
        </NavLink>
      </Tip>
      {isHere && entry.sub && (
        <ul className={styles.sub}>
          {entry.sub.map((one) => (
            <li key={one.to}>
              <NavLink
                to={one.to}
                className={styles.subEntry}
                data-here={one === sub || undefined}
                isCurrent={one === sub}
              >
                {one.label}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
})
