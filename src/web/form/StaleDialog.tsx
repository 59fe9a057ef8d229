import { errors } from '#contract/errors.ts'
import { Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { differences, merged, type Difference, type Side } from './merge.ts'
import styles from './StaleDialog.module.css'

type Props<T> = {
  base: T
  /** Record as saved by someone else. */
  current: T
  yours: T
  labels: Partial<Record<keyof T & string, string>>
  /** Formats a field's value. */
  show: (field: keyof T & string, value: T[keyof T & string]) => ReactNode
  isSaving: boolean
  onSave: (values: T) => void
  onClose: () => void
}

/** Compares a stale save with the stored record by field, then saves the chosen values. */
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
  // Fields without a choice follow the suggestion, which changes when the save is stale again.
  const [chosen, setChosen] = useState<Partial<Record<keyof T & string, Side>>>({})
  const found = differences(base, current, yours).map((one) => ({ ...one, side: chosen[one.field] ?? one.side }))
  return (
    <Dialog opened onClose={onClose} size="xl" title={errors.stale}>
      <Text c="dimmed" mb="md">
        {found.length
          ? 'Choose which value to keep for each field. Nothing has been lost.'
          : 'You both saved the same values'}
      </Text>
      <div className={styles.list}>
        {found.map(({ field, clash, side }) => (
          <section key={field} className={styles.field} aria-label={labels[field] ?? field}>
            <header className={styles.head}>
              <b>{labels[field] ?? field}</b>
              {clash && <span className={styles.clash}>you both changed this</span>}
              <Segmented
                small
                label={`Value to keep for ${labels[field] ?? field}`}
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
          Save changes
        </Button>
      </Group>
    </Dialog>
  )
}

const sidesOf = <K extends string>(found: readonly Difference<K>[]) =>
  Object.fromEntries(found.map(({ field, side }) => [field, side])) as Partial<Record<K, Side>>
