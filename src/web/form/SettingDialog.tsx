import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CallArgs, Data } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

type Props<E extends Endpoint> = {
  /** Read of the setting, without arguments. */
  row: E
  title: string
  onClose: () => void
  /** Form of the setting, in its own dialog. */
  children: (setting: Data<E>) => ReactNode
}

/** Form of a setting, with its saved value. */
export function SettingDialog<E extends Endpoint>({ row, title, onClose, children }: Props<E>) {
  const reading = useRead(row, {} as CallArgs<E>, { gcTime: 0 })
  if (reading.data) return children(reading.data)
  return (
    <Dialog opened title={title} onClose={onClose}>
      {reading.error ? <ErrorState error={reading.error} onRetry={reading.refetch} /> : <Skeleton height={220} />}
    </Dialog>
  )
}
