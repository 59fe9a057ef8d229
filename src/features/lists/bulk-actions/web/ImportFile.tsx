import { Button, Progress as Bar } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useFileDrop } from '#web/ui/useFileDrop.ts'
import { IMPORTS, type Import } from '../kind-rules.ts'
import styles from './Import.module.css'
import { useUpload, type OnRead } from './useUpload.ts'

type Props = {
  action: string
  place: Readonly<Record<string, unknown>>
  onRead: OnRead
  onClose: () => void
}

/** Chooses a file, and says what it should have. */
export function ImportFile({ action, place, onRead, onClose }: Props) {
  const kind = IMPORTS[action]!
  const { send, share, error, setError } = useUpload({ action, place: place }, onRead)
  const take = (files: readonly File[]) => {
    const [file] = files
    if (files.length > 1) setError('Choose one file')
    else if (file) void send(file)
  }
  const isSending = share !== undefined
  const { isOver, props } = useFileDrop(take, isSending)
  return (
    <Dialog
      title={kind.label}
      opened
      onClose={onClose}
      size="lg"
      footer={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <div className={styles.part}>
        <label {...props} className={styles.drop} data-over={isOver || undefined}>
          <input
            type="file"
            accept=".csv,.xlsx,.txt,.tsv"
            disabled={isSending}
            aria-label="File"
            onChange={(event) => {
              take([...(event.currentTarget.files ?? [])])
              // The same file may be chosen again.
              event.currentTarget.value = ''
            }}
          />
          <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
          <b>Drop a file here, or click to choose one</b>
          <span>CSV or Excel (.xlsx), at most 20 MB and 50,000 lines</span>
          {isSending && <Bar value={share * 100} w="100%" aria-label="Upload" />}
        </label>
        {error && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <p className={styles.note}>
          {`${kind.note.replace(/\.$/, '')}. You’ll see a preview before anything changes.`}
        </p>
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={14} />}
            component="a"
            href={templateOf(kind)}
            download={`${action.replace('.', '-')}-template.csv`}
          >
            Download a template
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The headings, and one line as it may be filled in. */
function templateOf({ fields }: Import): string {
  const lines = [fields.map(({ label }) => label), fields.map(({ example }) => example)]
  const text = lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${text}`)}`
}
