import { Link } from '@tanstack/react-router'
import { IconAlertTriangle } from '@tabler/icons-react'
import { refusal } from '#contract/permissions.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { businessToday, cinemaWeek } from '#web/ui/format.ts'
import { programme } from '../contract.ts'
import { notApproved } from '../rules.ts'
import { paths } from './paths.ts'
import styles from './Programme.module.css'

/** On the dashboard: how many films of this week and the next nobody has approved yet, as the way to them. */
export function WaitingLine() {
  const isRefused = Boolean(refusal(useMe(), programme.waiting.permission))
  const { data } = useRead(programme.waiting, {}, { enabled: !isRefused, staleTime: 60_000 })
  const now = cinemaWeek(businessToday()).from
  const weeks = data?.weeks.filter(({ titles }) => titles > 0) ?? []
  if (!weeks.length) return null
  return (
    <p className={styles.waiting} role="status">
      <IconAlertTriangle size={16} aria-hidden />
      {weeks.map(({ from, titles, showings }) => (
        <Link
          key={from}
          to={paths.board}
          search={{ ...(from !== now && { week: from }), status: 'not-approved' } as never}
        >
          {notApproved(titles, showings, from === now ? 'this week' : 'next week')}
        </Link>
      ))}
    </p>
  )
}
