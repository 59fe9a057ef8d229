import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconUser, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { CAST_MOST, CAST_DISPLAYED, nextCastOrder } from '../rules.ts'
import type { MovieFormType } from './form-type.ts'
import styles from './MovieForm.module.css'

const CastDialog = lazy(() => import('./CastDialog.tsx'))

/** The cast: the first 8 are shown (core 4), the others on demand. */
export function CastSection({ form }: { form: MovieFormType }) {
  const [isAdding, setAdding] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const { casts } = form.values
  const listed = showsAll ? casts : casts.slice(0, CAST_DISPLAYED)
  const rest = casts.length - CAST_DISPLAYED
  return (
    <Card
      title={casts.length ? `Cast · ${casts.length}` : 'Cast'}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} />}
          disabled={casts.length >= CAST_MOST}
          onClick={() => setAdding(true)}
        >
          Add cast
        </Button>
      }
    >
      {casts.length === 0 && (
        <p className={styles.muted}>No cast yet. Add people one by one, or import them from the movie database.</p>
      )}
      <ul className={styles.cast}>
        {listed.map((member) => (
          <li key={member.order} className={styles.member}>
            {member.profileImage ? (
              <img className={styles.face} src={member.profileImage} alt="" loading="lazy" />
            ) : (
              <span className={styles.face}>
                <IconUser size={28} stroke={1.3} />
              </span>
            )}
            <div className={styles.text}>
              {member.name}
              <span>{member.character}</span>
            </div>
            <ActionIcon
              className={styles.remove}
              variant="default"
              size={24}
              aria-label={`Remove ${member.name}`}
              onClick={() =>
                form.setFieldValue(
                  'casts',
                  casts.filter((other) => other.order !== member.order),
                )
              }
            >
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="subtle" size="xs" mt="sm" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? `Show the first ${CAST_DISPLAYED}` : `Show ${rest} more`}
        </Button>
      )}
      {isAdding && (
        <Suspense>
          <CastDialog
            onClose={() => setAdding(false)}
            onAdd={(member) => {
              form.setFieldValue('casts', [...casts, { ...member, order: nextCastOrder(casts) }])
              setAdding(false)
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}
