import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { CallArgs, Data } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

type Props<E extends Endpoint> = {
  /** The read without arguments that answers the setting. */
  row: E
  title: string
  onClose: () => void
  /** The form, a dialog of its own. */
  children: (setting: Data<E>) => ReactNode
}

/** A form of a setting, which begins with what is saved. */
export function SettingDialog<E extends Endpoint>({ row, title, onClose, children }: Props<E>) {
  const reading = useRead(row, {} as CallArgs<E>, { gcTime: 0 })
  if (reading.data) return children(reading.data)
  return (
    <Dialog opened title={title} onClose={onClose}>
      {reading.error ? <ErrorState error={reading.error} onRetry={reading.refetch} /> : <Skeleton height={220} />}
    </Dialog>
  )
}
