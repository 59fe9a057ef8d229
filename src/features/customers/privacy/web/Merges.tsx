import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths as customerPaths } from '#features/customers/customers/web/paths.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { showInstant } from '#web/ui/format.ts'
import { privacy } from '../contract.ts'
import { UNDO_HOURS } from '../rules.ts'
import styles from './Privacy.module.css'

/** The customers that were merged into one in the last day, each to be taken out again. */
export function Merges({ id, name }: { id: number; name: string }) {
  const merges = useRead(privacy.merges, { params: { id } }).data ?? []
  const [undone, setUndone] = useState<{ merged: number; stays: string[] }>()
  const undo = useSave(privacy.undoMerge, {
    onDone: ({ data: { stays } }, { params }) => setUndone({ merged: Number(params.other), stays }),
  })
  if (merges.length === 0 && !undone) return null

  const ask = async (merged: number) => {
    const yes = await confirm({
      title: `Undo the merge of customer ${merged}?`,
      text: `Everything from customer ${merged} is moved back. Changes made since the merge stay with ${name || `customer ${id}`}.`,
      action: 'Undo merge',
    })
    if (yes) undo.mutate({ params: { id, other: merged } })
  }

  return (
    <Card title="Merged customers">
      {undone && (
        <Alert className={styles.undone} color="gray" variant="light">
          <Link to={customerPaths.profile(undone.merged)}>Customer {undone.merged}</Link> has been restored.
          {undone.stays.length > 0 && <> Changes made since the merge stay here: {undone.stays.join(', ')}.</>}
        </Alert>
      )}
      {merges.length > 0 && (
        <>
          <p className={styles.text}>You can undo a merge for {UNDO_HOURS} hours, newest first</p>
          <ul className={styles.merges}>
            {merges.map(({ merged, at, by }, index) => (
              <li key={merged}>
                <span>
                  Customer {merged}, {showInstant(at)}, by <bdi>{by}</bdi>
                </span>
                {index === 0 && (
                  <ActionButton
                    variant="default"
                    permission={privacy.undoMerge.permission}
                    loading={undo.isPending}
                    onClick={() => void ask(merged)}
                  >
                    Undo merge
                  </ActionButton>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
