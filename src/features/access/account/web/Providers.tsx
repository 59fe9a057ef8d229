import { singleSignOn } from '#contract/single-sign-on.ts'
import { keepUnderWay } from '#web/api/provider.ts'
import { useRead, useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './Account.module.css'

/** The identity providers at which one signs in, or links to sign in. */
export default function Providers() {
  const reading = useRead(singleSignOn.linked, {})
  const leave = useSave(singleSignOn.startLinking, {
    says: false,
    onDone: ({ data: { secret, url } }) => {
      keepUnderWay({ secret, purpose: 'link' })
      location.assign(url)
    },
  })
  if (reading.error) return <ErrorState error={reading.error} onRetry={reading.refetch} />
  if (!reading.data) return <Skeleton height={120} />
  return (
    <Card title="Sign-in providers">
      <ul className={styles.keys} aria-label="Sign-in providers">
        {reading.data.providers.map(({ id, name, isLinked }) => (
          <li key={id} className={styles.key}>
            <span className={styles.name}>
              {name}
              <span className={styles.more}>{isLinked ? 'Linked: you can sign in there' : 'Not linked'}</span>
            </span>
            {!isLinked && (
              <span className={styles.actions}>
                <ActionButton
                  variant="default"
                  size="compact-xs"
                  loading={leave.isPending && leave.variables.params.provider === id}
                  aria-label={`Link ${name}`}
                  onClick={() => leave.mutate({ params: { provider: id } })}
                >
                  Link
                </ActionButton>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
