import { IconMapPin } from '@tabler/icons-react'
import { grantedAt, type Permission } from '#contract/permissions.ts'
import { Select } from '#web/form/Select.tsx'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { cinemas } from '../contract.ts'
import { placesIn } from '../rules.ts'
import styles from './PlacePicker.module.css'

type Props = {
  /** With it somebody sees what is shown: their cinemas are offered. */
  permission: Permission
  /** Ids of cinemas; of all that one may see without. */
  chosen: readonly string[] | undefined
  onChange: (cinemas: string | undefined) => void
}

/** What a screen's figures are of: all cinemas, those of a state, or one. Whoever sees one alone has nothing to choose. */
export function PlacePicker({ permission, chosen, onChange }: Props) {
  const { data, error } = useRead(cinemas.list, { query: { with_closed: 'true' } })
  const scope = grantedAt(useMe(), permission)
  const { groups, known, only } = placesIn(data ?? [], scope)
  const hasOne = scope !== 'chain' && scope.length === 1
  if (hasOne && !chosen) return <Only name={only ?? ''} />
  const value = chosen ? chosen.toSorted().join() : ALL
  const all = { value: ALL, label: scope === 'chain' ? 'All cinemas' : 'My cinemas' }
  // A link to cinemas that are no state, or are one no longer.
  const other =
    chosen && !known.has(value) ? [{ value, label: data ? `${chosen.length} chosen cinemas` : 'Loading…' }] : []
  return (
    <Select
      className={styles.picker!}
      aria-label="Cinemas"
      leftSection={<IconMapPin size={15} />}
      placeholder={error ? 'Not loaded' : ''}
      allowDeselect={false}
      searchable
      maxDropdownHeight={360}
      nothingFoundMessage="No cinema has this name"
      value={value}
      data={[all, ...other, ...groups]}
      onChange={(to) => to && onChange(to === ALL ? undefined : to)}
    />
  )
}

/** No id of a cinema: it has a comma. */
const ALL = ','

const Only = ({ name }: { name: string }) => (
  <span className={styles.only}>
    <IconMapPin size={15} aria-hidden />
    {name}
  </span>
)
