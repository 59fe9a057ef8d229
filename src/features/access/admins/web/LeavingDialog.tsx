import { Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { inOrder } from '#contract/isolate.ts'
import { paths as notifications } from '#features/marketing/notifications/web/paths.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { admins, type AdminRow } from '../contract.ts'
import { counted } from '#contract/counted.ts'
import { nameOf } from '#contract/session.ts'
import { offeredType } from '../rules.ts'
import styles from './Admins.module.css'

type Props = { admin: AdminRow; onClose: () => void; onDeleted: (admin: AdminRow) => void }

/** An account ends: what goes on without its person, and who looks after it from now on. */
export default function LeavingDialog({ admin, onClose, onDeleted }: Props) {
  const [successor, setSuccessor] = useState<string | null>(null)
  const left = useRead(admins.leaving, { params: { id: admin.id } }).data
  const everybody = useRead(admins.list, { query: {} })
  const others = (Array.isArray(everybody.data) ? everybody.data : []).filter(
    ({ id, userType, invitedUntil }) => id !== admin.id && !invitedUntil && offeredType(userType) !== 'EDITOR',
  )
  const remove = useSave(admins.remove, {
    says: false,
    onSuccess: () => {
      onClose()
      onDeleted(admin)
    },
  })
  const things = [
    { count: left?.notifications ?? 0, one: 'scheduled notification', to: notifications.all },
    { count: left?.keys ?? 0, one: 'feed key', to: '/dashboard/feed-keys' },
    { count: left?.tokens ?? 0, one: 'service token', to: '/dashboard/service-tokens' },
  ].filter(({ count }) => count > 0)

  return (
    <FormDialog
      title={`Delete ${nameOf(admin)}?`}
      submit="Delete"
      color="red"
      onClose={onClose}
      isSaving={remove.isPending}
      onSubmit={(event) => {
        event.preventDefault()
        remove.mutate({ params: { id: admin.id }, query: successor ? { successor: Number(successor) } : {} })
      }}
    >
      <p className={styles.note}>
        They are signed out everywhere and cannot sign in again. The audit log keeps their actions.
      </p>
      {things.length > 0 && (
        <>
          <p className={styles.note}>
            These keep running after <bdi>{nameOf(admin)}</bdi> leaves:
          </p>
          <ul className={styles.left}>
            {things.map(({ count, one, to }) => (
              <li key={to}>
                <Link to={to}>{counted(count, one)}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Select
        label="New owner"
        description="Recorded in the audit log"
        placeholder="No one"
        searchable
        clearable
        data={others.map((other) => ({ value: String(other.id), label: inOrder(`${nameOf(other)} · ${other.email}`) }))}
        value={successor}
        onChange={setSuccessor}
        error={everybody.error?.message}
      />
    </FormDialog>
  )
}
