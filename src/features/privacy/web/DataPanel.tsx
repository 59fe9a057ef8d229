import { Button } from '@mantine/core'
import { IconShieldHalf } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { Act } from '#web/ui/Act.tsx'
import { Card } from '#web/ui/Card.tsx'
import { paths } from './paths.ts'
import styles from './Privacy.module.css'

const MAY = 'superadmin'

/** The way from a customer's profile to what a person may ask of the chain. */
export function DataPanel({ customerId }: { customerId: number }) {
  const me = useMe()
  const look = { variant: 'default', leftSection: <IconShieldHalf size={16} />, children: 'Export, erase, duplicates' }
  return (
    <Card title="Personal data">
      <p className={styles.text}>Export or erase this customer&apos;s data, look for duplicates, or undo a merge.</p>
      {refusal(me, MAY) ? (
        <Act {...look} may={MAY} />
      ) : (
        <Button {...look} component={Link} to={paths.data(customerId)} />
      )}
    </Card>
  )
}
