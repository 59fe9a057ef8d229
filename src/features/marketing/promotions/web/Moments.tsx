import { lazy, Suspense } from 'react'
import { Pair } from '#web/form/Pair.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ZONE_NAME } from '#web/zone.ts'
import type { TypedMoments } from './moments.ts'

const MomentField = lazy(() => import('#web/form/MomentField.tsx'))

const MOMENTS = [
  { field: 'starts_at', label: 'Start', clock: '00:00' },
  { field: 'ends_at', label: 'End', clock: '23:59' },
] as const

type Props = {
  values: TypedMoments
  onChange: (field: keyof TypedMoments, typed: string) => void
  errors: Partial<Record<string, unknown>>
}

/** From when and until when something is shown. What is left empty says: from when it is active, and until it is not. */
export const Moments = ({ values, onChange, errors }: Props) => (
  <Pair>
    <Suspense fallback={<Skeleton height={78} />}>
      {MOMENTS.map(({ field, label, clock }) => (
        <MomentField
          key={field}
          label={label}
          clock={clock}
          hint={`Optional, in ${ZONE_NAME}`}
          value={values[field]}
          onChange={(typed) => onChange(field, typed)}
          error={errors[field] as string | undefined}
        />
      ))}
    </Suspense>
  </Pair>
)
