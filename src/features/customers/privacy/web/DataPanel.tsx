import { Button } from '@mantine/core'
import { IconShieldHalf } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { paths } from './paths.ts'
import styles from './Privacy.module.css'

const PERMISSION = 'superadmin'

/** The way from a customer's profile to what a person may ask of the chain. */
export const DataPanel = ({ customerId }: { customerId: number }) => (
  <Way to={paths.data(customerId)} label="Export, erase, duplicates">
    Export or erase this customer&apos;s data, look for duplicates, or undo a merge
  </Way>
)

/** The same from a guest's page. */
export const GuestDataPanel = ({ email }: { email: string }) => (
  <Way to={paths.guestData(email)} label="Export, erase">
    Export or erase this guest&apos;s data
  </Way>
)

function Way({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  const me = useMe()
  const look = { variant: 'default', leftSection: <IconShieldHalf size={16} />, children: label }
  return (
    <Card title="Personal data">
      <p className={styles.text}>{children}</p>
      {refusal(me, PERMISSION) ? (
        <ActionButton {...look} permission={PERMISSION} />
      ) : (
        <Button {...look} component={Link} to={to} />
      )}
    </Card>
  )
}
