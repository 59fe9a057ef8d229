import { useMe } from '#web/api/session.ts'
import { config } from '#web/config.ts'
import { showInstant } from '#web/ui/format.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import type { AuditLine } from '../contract.ts'
import { fieldName, inWords } from '../field-rules.ts'
import { whyHidden } from '../rules.ts'
import styles from './ChangeDrawer.module.css'

type Values = Record<string, unknown>

type Props = { opened: boolean; line: AuditLine | undefined; onClose: () => void }

/** Each field that a write changed, before and after. */
export function ChangeDrawer({ opened, line, onClose }: Props) {
  const me = useMe()
  const hidden = line && whyHidden(me, line.entity)
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
          {hidden && <p className={styles.who}>Personal details are hidden. {hidden}.</p>}
          <dl className={styles.fields}>
            {fields.map((field) => (
              <div key={field} className={styles.field}>
                <dt>{fieldName(line.entity, field)}</dt>
                <dd>
                  <del>{inWords(line.entity, field, before[field], config.zone)}</del>
                  <ins>{inWords(line.entity, field, after[field], config.zone)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </SideDrawer>
  )
}
