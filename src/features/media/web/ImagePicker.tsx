import { Button, Progress, TextInput } from '@mantine/core'
import { IconLink, IconPhotoPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { ApiFailure, call } from '#web/api/client.ts'
import { upload } from '#web/api/upload.ts'
import { showAlert } from '#web/shell/alerts.ts'
import { IMAGE_MAX_BYTES, media, UPLOADED } from '../contract.ts'
import { DropArea } from './DropArea.tsx'
import styles from './ImagePicker.module.css'

/** What the drop zone takes (core 5), and PNG, which is what most posters come as. */
const DROP_TYPES = ['image/jpeg', 'image/tiff', 'image/gif', 'image/png']

type Props = {
  label: string
  hint?: string
  /** The image's address; empty when there is none. */
  value: string
  onChange: (address: string) => void
  /** Width by height, such as 2 / 3. */
  ratio: number
  error?: string | undefined
  disabled?: boolean
}

/** An image by drop, file or address. Whatever its source, the chain keeps a copy of its own. */
export function ImagePicker({ label, hint, value, onChange, ratio, error, disabled = false }: Props) {
  const id = useId()
  const [progress, setProgress] = useState<number>()
  const [address, setAddress] = useState<string>()
  const [problem, setProblem] = useState<string>()

  const store = async (from: () => Promise<{ url: string }>) => {
    setProblem(undefined)
    setProgress(0)
    try {
      onChange((await from()).url)
      setAddress(undefined)
      showAlert('success', UPLOADED)
    } catch (failure) {
      setProblem(failure instanceof ApiFailure ? failure.message : 'The image could not be uploaded')
      showAlert('error', (failure as Error).message)
    } finally {
      setProgress(undefined)
    }
  }
  const fromFile = (file: File) =>
    store(async () => (await upload(media.uploadFileImage, file, { onProgress: setProgress })).data)
  const fromAddress = () =>
    address && store(async () => (await call(media.uploadWithUrl, { body: { url: address, type: 'movieImage' } })).data)

  const busy = progress !== undefined
  const shown = problem ?? error
  return (
    <div
      className={styles.field}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={shown ? `${id}-error` : undefined}
    >
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        {value && !disabled && (
          <button type="button" className={styles.quiet} aria-label={`Remove ${label}`} onClick={() => onChange('')}>
            <IconTrash size={14} />
          </button>
        )}
      </div>
      <DropArea
        label={`Upload ${label}`}
        ratio={ratio}
        accept={DROP_TYPES}
        maxBytes={IMAGE_MAX_BYTES}
        disabled={disabled || busy}
        isFilled={Boolean(value)}
        isInvalid={Boolean(shown)}
        onFile={(file) => void fromFile(file)}
        onRefuse={setProblem}
      >
        {value ? (
          <img src={value} alt="" className={styles.image} />
        ) : (
          <span className={styles.invite}>
            <IconPhotoPlus size={22} stroke={1.5} />
            Drop an image or choose a file
          </span>
        )}
        {busy && (
          <Progress
            value={Math.max(progress * 100, 5)}
            className={styles.progress}
            aria-label={`Uploading ${label}`}
            animated
          />
        )}
      </DropArea>
      {address === undefined ? (
        !disabled && (
          <button type="button" className={styles.quiet} onClick={() => setAddress('')}>
            <IconLink size={13} /> From an address
          </button>
        )
      ) : (
        <div className={styles.address}>
          <TextInput
            size="xs"
            aria-label={`Address of ${label}`}
            placeholder="https://"
            data-autofocus
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault()
                void fromAddress()
              }
              if (event.key === 'Escape') setAddress(undefined)
            }}
          />
          <Button
            size="xs"
            variant="default"
            loading={busy}
            disabled={!address}
            onClick={() => void fromAddress()}
            aria-label={`Take ${label} from this address`}
          >
            <IconUpload size={14} />
          </Button>
        </div>
      )}
      {shown ? (
        <p id={`${id}-error`} className={styles.error}>
          {shown}
        </p>
      ) : (
        hint && <p className={styles.hint}>{hint}</p>
      )}
    </div>
  )
}
