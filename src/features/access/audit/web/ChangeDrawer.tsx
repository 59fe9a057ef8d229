import { useState } from 'react'
import { useMe } from '#web/api/session.ts'
import { config } from '#web/config.ts'
import { showInstant } from '#web/ui/format.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import type { AuditLine } from '../contract.ts'
import { fieldName, describeValue } from '../field-rules.ts'
import { hiddenReason } from '../rules.ts'
import styles from './ChangeDrawer.module.css'
import { RecordThen } from './RecordThen.tsx'

type Values = Record<string, unknown>

type Props = { opened: boolean; line: AuditLine | undefined; onClose: () => void }

const PARTS = [
  { value: 'change', label: 'What changed' },
  { value: 'record', label: 'Record at that time' },
] as const

/** Each field that a write changed, before and after; and the whole record as it was then. */
export function ChangeDrawer({ opened, line, onClose }: Props) {
  const me = useMe()
  const [selected, show] = useState<{ id: number; part: (typeof PARTS)[number]['value'] }>()
  const hasChange = Boolean(line && (line.before || line.after))
  const part = selected?.id === line?.id && selected ? selected.part : hasChange ? 'change' : 'record'
  const hidden = line && hiddenReason(me, line.entity)
  const before = (line?.before ?? {}) as Values
  const after = (line?.after ?? {}) as Values
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <SideDrawer opened={opened} onClose={onClose} title={line?.summary ?? ''} size="lg">
      {line && (
        <>
          <p className={styles.who}>
            <bdi>{line.actor}</bdi>, {showInstant(line.at)}
          </p>
          {hidden && <p className={styles.who}>{`Personal details are hidden: ${hidden}`}</p>}
          {hasChange && (
            <div className={styles.parts}>
              <Segmented
                label="View"
                small
                options={PARTS}
                value={part}
                onChange={(to) => show({ id: line.id, part: to })}
              />
            </div>
          )}
          {part === 'record' ? (
            <RecordThen line={line} />
          ) : (
            <dl className={styles.fields}>
              {fields.map((field) => (
                <div key={field} className={styles.field}>
                  <dt>{fieldName(line.entity, field)}</dt>
                  <dd>
                    <del>{describeValue(line.entity, field, before[field], config.zone)}</del>
                    <ins>{describeValue(line.entity, field, after[field], config.zone)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </>
      )}
    </SideDrawer>
  )
}
