import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSave } from '#web/api/queries.ts'
import { alerts, type Alert } from '../contract.ts'
import { targetOf } from './labels.ts'

type Props = { of: Alert; className?: string | undefined; onFollow?: () => void; children: ReactNode }

/** Leads to what an alert is about, and marks it as read. */
export function AlertLink({ of: { id, path, isRead }, className, onFollow, children }: Props) {
  const read = useSave(alerts.read)
  const { to, search } = targetOf(path)
  return (
    <Link
      to={to}
      search={search as never}
      className={className}
      data-unread={!isRead || undefined}
      onClick={() => {
        if (!isRead) read.mutate({ params: { id } })
        onFollow?.()
      }}
    >
      {children}
    </Link>
  )
}
