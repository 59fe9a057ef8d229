import { useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { PointsMember } from '../contract.ts'
import { History } from './History.tsx'
import styles from './Points.module.css'
import { CustomerName } from './CustomerName.tsx'

/** Transaction History (operations 2, Points). */
export default function HistoryDialog({ member, onClose }: { member: PointsMember; onClose: () => void }) {
  const [page, setPage] = useState(1)
  return (
    <Dialog opened onClose={onClose} title="Transaction History" size="72rem">
      <div className={styles.form}>
        <CustomerName member={member} />
        <History id={member.id} page={page} onPage={setPage} />
      </div>
    </Dialog>
  )
}
