import { useMatches } from '@tanstack/react-router'
import { useNav } from '../features.ts'
import { NavLink } from '../ui/NavLink.tsx'
import { entryAt, subAt } from './nav.ts'
import styles from './Crumbs.module.css'
import { useCurrentTitle } from './title.ts'

type Crumb = { label: string; to?: string }

/** Breadcrumbs such as Movies / All Movies / Citation. The last one is the current page. */
export function Crumbs({ path }: { path: string }) {
  const given = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const current = useCurrentTitle()
  const title = current?.crumb ?? given
  const entry = entryAt(useNav(), path)
  const sub = subAt(entry, current?.under ?? path)
  const crumbs: Crumb[] = []
  if (entry) crumbs.push({ label: entry.label, to: entry.to })
  if (sub && sub.label !== entry?.label) crumbs.push({ label: sub.label, to: sub.to })
  // A page that is neither the entry nor its sub-entry adds its own name.
  if (title && path !== (sub ?? entry)?.to && crumbs.at(-1)?.label !== title) crumbs.push({ label: title })
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumbs">
      <ol>
        {crumbs.map(({ label, to }, at) => {
          const isLast = at === crumbs.length - 1
          return (
            <li key={`${at} ${label}`}>
              {to && !isLast ? (
                <NavLink to={to}>{label}</NavLink>
              ) : (
                <span {...(isLast && { 'aria-current': 'page' as const })}>{label}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
