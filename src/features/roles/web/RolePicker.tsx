import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRead } from '#web/api/queries.ts'
import { roles } from '../contract.ts'

type Props = {
  label: string
  description?: string
  error?: ReactNode
  /** The role's id as text; empty for the default one. */
  value: string
  onChange: (value: string) => void
}

/** One of the roles there are. */
export function RolePicker({ value, onChange, ...props }: Props) {
  const reading = useRead(roles.list, { query: {} })
  const usual = reading.data?.find(({ isDefault }) => isDefault)
  return (
    <Select
      {...props}
      data={(reading.data ?? []).map(({ id, name, isDefault }) => ({
        value: String(id),
        label: isDefault ? `${name} (default)` : name,
      }))}
      value={value || (usual ? String(usual.id) : null)}
      onChange={(id) => onChange(id ?? '')}
      placeholder={reading.isPending ? 'Loading…' : undefined}
      error={props.error ?? reading.error?.message}
      allowDeselect={false}
    />
  )
}
