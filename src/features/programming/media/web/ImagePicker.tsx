import { Button, TextInput } from '@mantine/core'
import { IconLink, IconPhotoPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { call } from '#web/api/client.ts'
import { useMe } from '#web/api/session.ts'
import { upload } from '#web/api/upload.ts'
import { IMAGE_MAX_BYTES, IMAGE_TYPES, media, UPLOADED } from '../contract.ts'
import { isPictureFile, NOT_A_PICTURE, PICTURE_ACCEPT } from '../rules.ts'
import { CropButton } from './CropButton.tsx'
import { DropArea } from './DropArea.tsx'
import styles from './ImagePicker.module.css'
import { useIntake } from './BasicPicker.tsx'
import { PasteButton } from './PasteButton.tsx'
import { ratioOf, type Size } from './shape.ts'
import { useSending } from './useSending.ts'

// Fetched with the first file that is sent.
const UploadBar = lazy(() => import('./UploadBar.tsx'))

type Props = {
  label: string
  /** The image's address; empty when there is none. */
  value: string
  onChange: (address: string) => void
  /** In pixels: what it is kept in, and the shape of the field. */
  size: Size
  error?: string | undefined
}

/** An image by drop, paste, file or address (core 5). Whatever its source, the chain keeps a copy of its own. */
export function ImagePicker({ label, value, onChange, size, error }: Props) {
  const id = useId()
  const reason = refusal(useMe(), media.uploadFileImage.permission)
  const [address, setAddress] = useState<string>()
  const stored = (url: string) => {
    onChange(url)
    setAddress(undefined)
  }
  const { progress, preview, problem, setProblem, send, cancel } = useSending(label, stored, () => UPLOADED)
  const busy = progress !== undefined
  const isClosed = Boolean(reason) || busy
  const intake = useIntake({
    label,
    needs: { ...size, types: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES },
    recommended: size,
    isFilled: Boolean(value),
    isClosed,
    onReady: (file) => {
      if (file.size > IMAGE_MAX_BYTES) return setProblem(`At most ${IMAGE_MAX_BYTES / 1024 / 1024} MB`)
      void send(async (how) => (await upload(media.uploadFileImage, file, how)).data.url, file)
    },
    onRefuse: setProblem,
  })
  const take = (file: File) => {
    setProblem(undefined)
    intake.take(file)
  }
  const fromAddress = () => {
    if (!address) return
    intake.forget()
    void send(async ({ signal }) => {
      const body = { url: address, type: 'movieImage' } as const
      return (await call(media.uploadWithUrl, { body, signal })).data.url
    })
  }
  const wrong = problem ?? error
  const text = reason ?? wrong ?? `${size.width} × ${size.height}`
  return (
    <div className={styles.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-words`}>
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <span className={styles.actions}>
          <CropButton label={label} onCrop={intake.again} />
          {value && (
            <button type="button" className={styles.muted} aria-label={`Remove ${label}`} onClick={() => onChange('')}>
              <IconTrash size={14} />
            </button>
          )}
        </span>
      </div>
      <div className={styles.stack}>
        <DropArea
          label={`Upload ${label}`}
          ratio={ratioOf(size)}
          accept={PICTURE_ACCEPT}
          refuse={(file) => (isPictureFile(file) ? undefined : NOT_A_PICTURE)}
          disabled={isClosed}
          isFilled={Boolean(preview ?? value)}
          isInvalid={Boolean(wrong)}
          onFile={take}
          onRefuse={setProblem}
        >
          {preview || value ? (
            <img src={preview ?? value} alt="" className={styles.image} />
          ) : (
            <span className={styles.invite} data-wide={size.width > size.height || undefined}>
              <IconPhotoPlus size={22} stroke={1.5} />
              Drop or paste an image, or choose a file
            </span>
          )}
        </DropArea>
        {progress !== undefined && (
          <Suspense>
            <UploadBar label={label} progress={progress} onCancel={cancel} />
          </Suspense>
        )}
      </div>
      {address === undefined ? (
        <div className={styles.sources}>
          <PasteButton label={label} disabled={isClosed} onFile={take} onRefuse={setProblem} />
          <button type="button" className={styles.muted} disabled={Boolean(reason)} onClick={() => setAddress('')}>
            <IconLink size={13} /> Use image URL
          </button>
        </div>
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
                fromAddress()
              }
              if (event.key === 'Escape') setAddress(undefined)
            }}
          />
          <Button
            size="xs"
            variant="default"
            loading={busy}
            disabled={!address}
            onClick={() => fromAddress()}
            aria-label={`Take ${label} from this address`}
          >
            <IconUpload size={14} />
          </Button>
        </div>
      )}
      <p id={`${id}-words`} className={wrong ? styles.error : styles.hint}>
        {text}
      </p>
      {intake.dialog}
    </div>
  )
}
