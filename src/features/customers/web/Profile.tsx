import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Act } from '#web/ui/Act.tsx'
import { Page } from '#web/ui/Page.tsx'
import { customers, type CustomerRecord } from '../contract.ts'
import { Activities } from './Activities.tsx'
import { Habits } from './Habits.tsx'
import { Identity } from './Identity.tsx'
import { Memberships } from './Memberships.tsx'
import { paths } from './paths.ts'
import { ProfileMore } from './ProfileMore.tsx'
import { nameOf } from './format.ts'

// Fetched when it is opened.
const CustomerDrawer = lazy(() => import('./CustomerDrawer.tsx'))

/** Everything of a customer on one page; what other features know of them comes below what the profile knows. */
export function Profile({ record }: { record: CustomerRecord }) {
  const { userData: customer } = record
  const [edited, setEdited] = useState<CustomerRecord>()
  return (
    <Page
      title={nameOf(customer)}
      back={paths.active}
      actions={
        <>
          <Act
            variant="default"
            leftSection={<IconPencil size={15} />}
            may={customers.edit.may}
            onClick={() => setEdited(record)}
          >
            EDIT PROFILE
          </Act>
          <ProfileMore place="title" customerId={customer.id} />
        </>
      }
    >
      <ProfileMore place="top" customerId={customer.id} />
      <Identity record={record} />
      <Habits record={record} />
      <ProfileMore place="cards" customerId={customer.id} />
      <Activities record={record} />
      <Memberships record={record} />
      <Suspense>{edited && <CustomerDrawer edited={edited} onClose={() => setEdited(undefined)} />}</Suspense>
    </Page>
  )
}
