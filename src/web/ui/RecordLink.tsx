import type { ReactNode } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { useFeatures } from '../features.ts'
import { NavLink } from './NavLink.tsx'

type Props = { kind: string; id: string | number | null; className?: string | undefined; children: ReactNode }

/** What a record is called, as the way to it for those who may see it, where a feature has a screen of such records. */
export function RecordLink({ kind, id, className, children }: Props) {
  const me = useMe()
  const record = useFeatures()
    .map(({ palette }) => palette?.records?.[kind])
    .find((known) => known !== undefined)
  if (id === null || !record || (record.may && refusal(me, record.may))) return children
  return (
    <NavLink to={record.path(String(id))} className={className}>
      {children}
    </NavLink>
  )
}
