import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRead } from '#web/api/queries.ts'
import { roles, type Role } from '../role-contract.ts'

type Props = {
  /** Which are offered; all of them unless it is said. */
  offers?: (role: Role) => boolean
  label: string
  description?: string
  error?: ReactNode
  /** The role's id as text; empty while none is chosen. */
  value: string
  /** Whether none can be chosen. */
  clearable?: boolean
  onChange: (value: string) => void
}

/** One of the roles there are. */
export function RolePicker({ offers = () => true, value, clearable = false, onChange, ...props }: Props) {
  const reading = useRead(roles.list, { query: { $include: 'permissions' } })
  return (
    <Select
      {...props}
      data={(reading.data ?? []).filter(offers).map(({ id, name, isDefault }) => ({
        value: String(id),
        label: isDefault ? `${name} (everything)` : name,
      }))}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      placeholder={reading.isPending ? 'Loading…' : 'Choose a role'}
      error={props.error ?? reading.error?.message}
      clearable={clearable}
      allowDeselect={clearable}
    />
  )
}
