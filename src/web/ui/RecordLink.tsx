import type { ReactNode } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import type { RecordKind } from '../feature.ts'
import { useFeatures } from '../features.ts'
import { NavLink } from './NavLink.tsx'

type Props = { kind: string; id: string | number | null; className?: string | undefined; children: ReactNode }

/** Returns the kind of a record, for people who can see it. */
export function useRecordKind(kind: string): RecordKind | undefined {
  const me = useMe()
  const record = useFeatures()
    .map(({ palette }) => palette?.records?.[kind])
    .find((known) => known !== undefined)
  return record && !(record.permission && refusal(me, record.permission)) ? record : undefined
}

/** Returns the address function of a kind of record, for people who can see it, if a feature has its screen. */
export const useRecordPath = (kind: string): ((id: string) => string) | undefined => useRecordKind(kind)?.path

/** Name of a record, as a link for people who can see it. */
export function RecordLink({ kind, id, className, children }: Props) {
  const path = useRecordPath(kind)
  if (id === null || !path) return children
  return (
    <NavLink to={path(String(id))} className={className}>
      {children}
    </NavLink>
  )
}
