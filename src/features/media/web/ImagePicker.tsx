import { Button, TextInput } from '@mantine/core'
import { IconLink, IconPhotoPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { call } from '#web/api/client.ts'
import { useMe } from '#web/api/session.ts'
import { upload } from '#web/api/upload.ts'
import { IMAGE_MAX_BYTES, media, UPLOADED } from '../contract.ts'
import { DropArea } from './DropArea.tsx'
import styles from './ImagePicker.module.css'
import { UploadBar } from './UploadBar.tsx'
import { useSending } from './useSending.ts'

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
}

/** An image by drop, file or address. Whatever its source, the chain keeps a copy of its own. */
export function ImagePicker({ label, hint, value, onChange, ratio, error }: Props) {
  const id = useId()
  const reason = refusal(useMe(), media.uploadFileImage.may)
  const [address, setAddress] = useState<string>()
  const stored = (url: string) => {
    onChange(url)
    setAddress(undefined)
  }
  const { progress, preview, problem, setProblem, send, cancel } = useSending(label, stored, () => UPLOADED)
  const fromFile = (file: File) => send(async (how) => (await upload(media.uploadFileImage, file, how)).data.url, file)
  const fromAddress = () =>
    address &&
    send(async ({ signal }) => {
      const body = { url: address, type: 'movieImage' } as const
      return (await call(media.uploadWithUrl, { body, signal })).data.url
    })
  const refuse = ({ type, size }: File) => {
    if (!DROP_TYPES.includes(type)) return 'Choose one image: jpeg, jpg, png, tiff or gif'
    return size > IMAGE_MAX_BYTES ? `At most ${IMAGE_MAX_BYTES / 1024 / 1024} MB` : undefined
  }

  const busy = progress !== undefined
  const wrong = problem ?? error
  const words = reason ?? wrong ?? hint
  return (
    <div
      className={styles.field}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={words && `${id}-words`}
    >
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        {value && (
          <button type="button" className={styles.quiet} aria-label={`Remove ${label}`} onClick={() => onChange('')}>
            <IconTrash size={14} />
          </button>
        )}
      </div>
      <div className={styles.stack}>
        <DropArea
          label={`Upload ${label}`}
          ratio={ratio}
          accept={DROP_TYPES}
          refuse={refuse}
          disabled={Boolean(reason) || busy}
          isFilled={Boolean(preview ?? value)}
          isInvalid={Boolean(wrong)}
          onFile={(file) => void fromFile(file)}
          onRefuse={setProblem}
        >
          {preview || value ? (
            <img src={preview ?? value} alt="" className={styles.image} />
          ) : (
            <span className={styles.invite}>
              <IconPhotoPlus size={22} stroke={1.5} />
              Drop an image or choose a file
            </span>
          )}
        </DropArea>
        {progress !== undefined && <UploadBar label={label} progress={progress} onCancel={cancel} />}
      </div>
      {address === undefined ? (
        <button type="button" className={styles.quiet} disabled={Boolean(reason)} onClick={() => setAddress('')}>
          <IconLink size={13} /> Use image URL
        </button>
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
      {words && (
        <p id={`${id}-words`} className={wrong ? styles.error : styles.hint}>
          {words}
        </p>
      )}
    </div>
  )
}
