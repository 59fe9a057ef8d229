import { Button } from '@mantine/core'
import { IconShieldHalf } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CustomerRecord } from '#features/customers/contract.ts'
import { Card } from '#web/ui/Card.tsx'
import { paths } from './paths.ts'
import styles from './Privacy.module.css'

/** The way from a customer's profile to what a person may ask of the chain. */
export const DataPanel = ({ customer }: { customer: CustomerRecord['userData'] }) => (
  <Card title="Personal data">
    <p className={styles.text}>Export or erase this customer&apos;s data, or look for duplicates.</p>
    <Button component={Link} to={paths.data(customer.id)} variant="default" leftSection={<IconShieldHalf size={16} />}>
      Export, erase, duplicates
    </Button>
  </Card>
)
