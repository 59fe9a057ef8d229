import { Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { differences, merged, type Difference, type Side } from './merge.ts'
import styles from './StaleDialog.module.css'

type Props<T> = {
  base: T
  /** The record as somebody else has saved it. */
  current: T
  yours: T
  labels: Partial<Record<keyof T & string, string>>
  /** A field's value for people. */
  show: (field: keyof T & string, value: T[keyof T & string]) => ReactNode
  isSaving: boolean
  onSave: (values: T) => void
  onClose: () => void
}

/** A save that came too late: field by field theirs and yours, then one save that loses neither. */
export function StaleDialog<T extends object>({
  base,
  current,
  yours,
  labels,
  show,
  isSaving,
  onSave,
  onClose,
}: Props<T>) {
  // What nobody has chosen for follows what is proposed: it changes when the save comes too late again.
  const [chosen, setChosen] = useState<Partial<Record<keyof T & string, Side>>>({})
  const found = differences(base, current, yours).map((one) => ({ ...one, side: chosen[one.field] ?? one.side }))
  return (
    <Dialog opened onClose={onClose} size="xl" title="Somebody else changed this in the meantime">
      <Text c="dimmed" mb="md">
        {found.length
          ? 'Choose for each field which one to keep. Nothing has been lost.'
          : 'Both of you saved the same.'}
      </Text>
      <div className={styles.list}>
        {found.map(({ field, clash, side }) => (
          <section key={field} className={styles.field} aria-label={labels[field] ?? field}>
            <header className={styles.head}>
              <b>{labels[field] ?? field}</b>
              {clash && <span className={styles.clash}>both changed it</span>}
              <Segmented
                small
                label={`Which ${labels[field] ?? field} to keep`}
                value={side}
                onChange={(to) => setChosen({ ...chosen, [field]: to })}
                options={[
                  { value: 'current', label: 'Theirs' },
                  { value: 'yours', label: 'Yours' },
                ]}
              />
            </header>
            <div className={styles.sides}>
              <div data-chosen={side === 'current' || undefined}>{show(field, current[field])}</div>
              <div data-chosen={side === 'yours' || undefined}>{show(field, yours[field])}</div>
            </div>
          </section>
        ))}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Back to the form
        </Button>
        <Button loading={isSaving} onClick={() => onSave(merged(current, yours, sidesOf(found)))}>
          Save this
        </Button>
      </Group>
    </Dialog>
  )
}

const sidesOf = <K extends string>(found: readonly Difference<K>[]) =>
  Object.fromEntries(found.map(({ field, side }) => [field, side])) as Partial<Record<K, Side>>
