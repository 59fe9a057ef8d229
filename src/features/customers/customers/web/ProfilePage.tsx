import { Navigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'

import { isMissing } from '#web/api/failure.ts'
import { useRead } from '#web/api/queries.ts'
import { dropDraftsOf } from '#web/form/draft-store.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { customers } from '../contract.ts'
import styles from './Customers.module.css'
import { paths } from './paths.ts'
import { Profile } from './Profile.tsx'
import { usePanelsEarly } from './ProfileMore.tsx'

/** Profile of a customer (operations 2, Users). Any other path leads to the section's first screen. */
export function ProfilePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  return /^[1-9]\d{0,14}$/.test(id) ? <Read key={id} id={Number(id)} /> : <Navigate to={paths.active} replace />
}

function Read({ id }: { id: number }) {
  const customer = useRead(customers.fetch, { params: { id } })
  usePanelsEarly()
  const isMissingCustomer = customer.error !== null && isMissing(customer.error)
  useEffect(() => {
    if (isMissingCustomer) dropDraftsOf(paths.draft(id))
  }, [isMissingCustomer, id])
  if (customer.data && customer.data.userData.id !== id)
    return <Navigate to={paths.profile(customer.data.userData.id)} replace />
  if (customer.data) return <Profile record={customer.data} />
  return (
    <Page title="Profile" isLoading={!customer.error} back={paths.active}>
      <Card>
        {customer.error ? (
          <ErrorState error={customer.error} onRetry={customer.refetch} />
        ) : (
          <div className={styles.identity}>
            <Skeleton height={132} width={132} radius={10} />
            <div className={styles.fields}>
              {Array.from({ length: 9 }, (_, at) => (
                <Skeleton key={at} height={36} />
              ))}
            </div>
          </div>
        )}
      </Card>
    </Page>
  )
}
