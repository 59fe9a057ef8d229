import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconDownload, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { showCount } from '#contract/counted.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { showToast } from '#web/shell/toasts.ts'
import { usePageAction } from '#web/shell/page-actions.ts'
import { useErrorToast } from '#web/shell/useErrorToast.ts'
import { download } from '#web/api/download.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { useOpener } from '#web/ui/useOpener.ts'
import styles from './List.module.css'
import { useFeatures } from '../features.ts'
import { usePart } from '../lazy.ts'
import { LazyListMenu } from './menu.ts'
import { isReportable, useReported, type FilterWord } from './reporting.ts'

const DownloadProgress = lazy(() => import('./DownloadProgress.tsx'))

export type ExportProps<E extends Endpoint> = {
  endpoint: E
  params?: Input<E['params']>
  query: Input<E['query']>
  /** Labels of the filters on the screen. */
  filterLabels?: readonly FilterWord[]
  disabledReason?: string | undefined
  /** Number of selected rows. */
  count?: number | undefined
  /** Name of the file where a screen has several; the button is then as small as possible. */
  of?: string | undefined
  /** Label instead of "Download CSV", next to another button. */
  label?: string
}

/**
 * Downloads the complete list as CSV or as a workbook, with its filter, sort and columns. A long download shows its
 * progress and can be stopped. The list can also be emailed on a schedule.
 */
export function ExportButton<E extends Endpoint>(props: ExportProps<E>) {
  const { endpoint, params, query, filterLabels = [], disabledReason, count, of, label = 'Download CSV' } = props
  const [progress, setProgress] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  const toast = useErrorToast()
  const me = useMe()
  const { opener, popup } = useOpener('menu', LazyListMenu)
  const report = useFeatures().find((feature) => feature.report)?.report
  const reported = useReported()
  const [isReporting, setReporting] = useState(false)
  const { Part: Report } = usePart(isReporting ? report : undefined)
  const start = async (isWorkbook = false) => {
    stop.current = new AbortController()
    setProgress(0)
    try {
      const name = await download(endpoint, {
        params,
        query,
        isWorkbook,
        onProgress: setProgress,
        signal: stop.current.signal,
      })
      toast.clear()
      showToast('success', `Downloaded ${name}`)
    } catch (error) {
      if (!stop.current.signal.aborted) toast.show((error as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  // One button for both states, because replacing it would lose the focus.
  const isRunning = progress !== undefined
  const canChoose = !isRunning && !disabledReason && !refusal(me, endpoint.permission)
  usePageAction(
    canChoose
      ? {
          label,
          more: of ?? endpoint.path.split('/').at(-1)!,
          keywords: 'download export csv file',
          run: () => void start(),
        }
      : undefined,
  )
  return (
    <Button.Group className={styles.export!}>
      <ActionButton
        variant="default"
        permission={endpoint.permission}
        disabledReason={disabledReason}
        onClick={() => (isRunning ? stop.current?.abort() : void start())}
        {...(isRunning
          ? { className: styles.exporting, rightSection: <IconX size={14} />, 'aria-label': 'Stop download' }
          : of
            ? { className: styles.small, 'aria-label': `Download ${of} as CSV` }
            : { leftSection: <IconDownload size={15} /> })}
      >
        {isRunning ? (
          <Suspense fallback={<span className={styles.downloading!} />}>
            <DownloadProgress share={progress} />
          </Suspense>
        ) : of ? (
          <IconDownload size={15} />
        ) : count ? (
          `Download ${showCount(count)} selected`
        ) : (
          label
        )}
      </ActionButton>
      {canChoose && (
        <ActionIcon
          variant="default"
          className={of ? styles.smallFormats : styles.formats}
          aria-label={`Choose the file format${of ? ` of ${of}` : ''}, or send it by email`}
          {...opener}
        >
          <IconChevronDown size={15} />
        </ActionIcon>
      )}
      <LazyListMenu
        {...popup}
        position="bottom-end"
        kind="groups"
        groups={[
          {
            label: 'Download as',
            entries: [
              { label: 'CSV (.csv)', onChoose: () => void start() },
              { label: 'Excel (.xlsx)', onChoose: () => void start(true) },
            ],
          },
          ...(report && isReportable(endpoint)
            ? [{ label: 'By email', entries: [{ label: 'Send as a report…', onChoose: () => setReporting(true) }] }]
            : []),
        ]}
      />
      {isReporting && Report && (
        <Suspense>
          <Report
            endpoint={endpoint}
            filterLabels={filterLabels}
            {...reported(endpoint, query as object, params as object | undefined)}
            onClose={() => setReporting(false)}
          />
        </Suspense>
      )}
    </Button.Group>
  )
}
