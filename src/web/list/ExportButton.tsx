import { Progress } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { showAlert } from '#web/shell/alerts.ts'
import { useErrorAlert } from '#web/shell/useErrorAlert.ts'
import { download } from '#web/api/download.ts'
import { Act } from '#web/ui/Act.tsx'
import styles from './List.module.css'

type Props<E extends Endpoint> = {
  endpoint: E
  params?: Input<E['params']>
  query: Input<E['query']>
  disabledReason?: string | undefined
}

/** Downloads what the list shows, whole: with its filter, sort and columns. A long one shows how far it is and can be stopped. */
export function ExportButton<E extends Endpoint>({ endpoint, params, query, disabledReason }: Props<E>) {
  const [progress, setProgress] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  const alert = useErrorAlert()
  const start = async () => {
    stop.current = new AbortController()
    setProgress(0)
    try {
      const name = await download(endpoint, { params, query, onProgress: setProgress, signal: stop.current.signal })
      alert.clear()
      showAlert('success', `Downloaded ${name}`)
    } catch (error) {
      if (!stop.current.signal.aborted) alert.show((error as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  // One button for both: another one in its place would lose the focus.
  const isRunning = progress !== undefined
  return (
    <Act
      variant="default"
      may={endpoint.may}
      disabledReason={disabledReason}
      onClick={() => (isRunning ? stop.current?.abort() : void start())}
      {...(isRunning
        ? { className: styles.exporting, rightSection: <IconX size={14} />, 'aria-label': 'Stop the download' }
        : { leftSection: <IconDownload size={15} /> })}
    >
      {isRunning ? <Progress value={progress * 100} w={72} aria-label="Download" /> : 'Download CSV'}
    </Act>
  )
}
