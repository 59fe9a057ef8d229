import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSave } from '#web/api/queries.ts'
import { notices, type Notice } from '../contract.ts'
import { targetOf } from './words.ts'

type Props = { of: Notice; className?: string | undefined; onFollow?: () => void; children: ReactNode }

/** Leads to what a notice is about, and marks it as read. */
export function NoticeLink({ of: { id, path, isRead }, className, onFollow, children }: Props) {
  const read = useSave(notices.read)
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
