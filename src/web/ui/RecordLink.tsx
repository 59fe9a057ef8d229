import type { ReactNode } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import type { RecordKind } from '../feature.ts'
import { useFeatures } from '../features.ts'
import { NavLink } from './NavLink.tsx'

type Props = { kind: string; id: string | number | null; className?: string | undefined; children: ReactNode }

/** What a feature shows records of a kind by, for those who may see them. */
export function useRecordKind(kind: string): RecordKind | undefined {
  const me = useMe()
  const record = useFeatures()
    .map(({ palette }) => palette?.records?.[kind])
    .find((known) => known !== undefined)
  return record && !(record.permission && refusal(me, record.permission)) ? record : undefined
}

/** Where records of a kind are shown by their ids, for those who may see them, where a feature has a screen of them. */
export const useRecordPath = (kind: string): ((id: string) => string) | undefined => useRecordKind(kind)?.path

/** What a record is called, as the way to it for those who may see it. */
export function RecordLink({ kind, id, className, children }: Props) {
  const path = useRecordPath(kind)
  if (id === null || !path) return children
  return (
    <NavLink to={path(String(id))} className={className}>
      {children}
    </NavLink>
  )
}
