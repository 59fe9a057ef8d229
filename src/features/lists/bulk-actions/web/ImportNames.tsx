import { NativeSelect } from '@mantine/core'
import type * as z from 'zod/mini'
import { counted } from '#contract/counted.ts'
import type { imports } from '../import-contract.ts'
import type { Columns } from '../import-rules.ts'
import type { ImportField } from '../cell-rules.ts'
import styles from './Import.module.css'

type Props = {
  names: z.infer<(typeof imports)['preview']['reply']>['names']
  chosen: Columns['names']
  fields: readonly ImportField[]
  onChange: (chosen: Columns['names']) => void
}

/** Names in the file that are no record's: which record each means is chosen among those with near names. */
export function ImportNames({ names, chosen, fields, onChange }: Props) {
  if (!names.length) return null
  const set = (field: string, typed: string, id: string) => {
    const { [typed]: _, ...others } = chosen[field] ?? {}
    onChange({ ...chosen, [field]: id ? { ...others, [typed]: id } : others })
  }
  return (
    <table className={styles.columns} aria-label="Names that were not found">
      <thead>
        <tr>
          <th scope="col">Not found</th>
          <th scope="col">In the file</th>
          <th scope="col">Use instead</th>
        </tr>
      </thead>
      <tbody>
        {names.map(({ field, typed, lines, near }) => (
          <tr key={`${field} ${typed}`}>
            <th scope="row">
              {fields.find((one) => one.name === field)!.label}: {typed}
            </th>
            <td className={styles.sample}>{lines ? counted(lines, 'line') : 'All lines'}</td>
            <td>
              {near.length ? (
                <NativeSelect
                  size="xs"
                  aria-label={`Use instead of ${typed}`}
                  value={chosen[field]?.[typed] ?? ''}
                  data={[{ value: '', label: 'Choose' }, ...near.map(({ id, name }) => ({ value: id, label: name }))]}
                  onChange={({ currentTarget }) => set(field, typed, currentTarget.value)}
                />
              ) : (
                'No similar name'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
