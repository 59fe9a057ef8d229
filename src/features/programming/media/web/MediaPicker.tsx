import { IconExternalLink, IconMovie, IconPhotoPlus, IconTrash, IconVideoOff } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { upload } from '#web/api/upload.ts'
import { config } from '#web/config.ts'
import { IMAGE_MAX_BYTES, IMAGE_TYPES, media, UPLOADED, UPLOADED_VIDEO } from '../contract.ts'
import {
  endingAt,
  endingOf,
  isPictureFile,
  isVideo,
  NO_MEDIA_FILE,
  NOT_A_PICTURE,
  notPlayed,
  PICTURE_ACCEPT,
  VIDEO_ACCEPT,
  VIDEO_FILES,
} from '../rules.ts'
import { CropButton } from './CropButton.tsx'
import { DropArea } from './DropArea.tsx'
import styles from './ImagePicker.module.css'
import { useIntake } from './BasicPicker.tsx'
import { PasteButton } from './PasteButton.tsx'
import { finest } from './shape.ts'
import { useSending } from './useSending.ts'

// Fetched with the first file that is sent.
const UploadBar = lazy(() => import('./UploadBar.tsx'))

type Props = {
  label: string
  /** In pixels; also the shape of the field. */
  recommended: { width: number; height: number }
  /** The file's address; empty when there is none. */
  value: string
  onChange: (address: string) => void
  /** A picture alone; else a video as well. */
  onlyImage?: boolean
  required?: boolean
  error?: string | undefined
}

const MB = 1024 * 1024
const isVideoFile = ({ name }: File) => VIDEO_FILES.includes(endingOf(name))

/** An image or a video (operations 5), by drop, paste or file: sent with its progress, and stopped when it is cancelled. */
export function MediaPicker({ label, recommended, value, onChange, onlyImage, required, error }: Props) {
  const id = useId()
  const reason = refusal(useMe(), media.upload.permission)
  const { progress, preview, problem, setProblem, send, cancel } = useSending(label, onChange, (address) =>
    isVideo(address) ? UPLOADED_VIDEO : UPLOADED,
  )
  const isBusy = progress !== undefined
  const isClosed = Boolean(reason) || isBusy
  const fromFile = (file: File) => {
    const most = isVideoFile(file) ? config.uploadMaxBytes : IMAGE_MAX_BYTES
    if (file.size > most) return setProblem(`At most ${most / MB} MB`)
    void send(async (how) => (await upload(media.upload, file, how)).data, file)
  }
  const intake = useIntake({
    label,
    needs: { ...finest(recommended), types: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES },
    recommended,
    isFilled: Boolean(value),
    isClosed,
    onReady: fromFile,
    onRefuse: setProblem,
  })
  const refuse = (file: File) => {
    if (isPictureFile(file) || (!onlyImage && isVideoFile(file))) return undefined
    return onlyImage ? NOT_A_PICTURE : NO_MEDIA_FILE
  }
  const take = (file: File) => {
    setProblem(undefined)
    if (isVideoFile(file)) fromFile(file)
    else intake.take(file)
  }

  const wrong = problem ?? error
  return (
    <div className={styles.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-words`}>
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label} data-required={required}>
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
          ratio={recommended.width / recommended.height}
          accept={onlyImage ? PICTURE_ACCEPT : [...PICTURE_ACCEPT, ...VIDEO_ACCEPT]}
          refuse={refuse}
          disabled={isClosed}
          isFilled={Boolean(preview ?? value)}
          isInvalid={Boolean(wrong)}
          onFile={take}
          onRefuse={setProblem}
        >
          {preview ? (
            <img src={preview} alt="" className={styles.image} />
          ) : value ? (
            <Preview key={value} address={value} />
          ) : (
            <span className={styles.invite}>
              <IconPhotoPlus size={22} stroke={1.5} />
              {onlyImage
                ? 'Drop or paste an image, or choose a file'
                : 'Drop or paste an image or a video, or choose a file'}
            </span>
          )}
        </DropArea>
        {isBusy && (
          <Suspense>
            <UploadBar label={label} progress={progress} onCancel={cancel} />
          </Suspense>
        )}
      </div>
      <p id={`${id}-words`} className={wrong ? styles.error : styles.hint}>
        {reason ?? wrong ?? `Recommended ${recommended.width} × ${recommended.height} px`}
      </p>
      <PasteButton label={label} disabled={isClosed} onFile={take} onRefuse={setProblem} />
      {intake.dialog}
      {isVideo(value) && (
        <a className={styles.muted} href={value} target="_blank" rel="noreferrer">
          <IconExternalLink size={13} /> Watch {label}
        </a>
      )}
    </div>
  )
}

/** What is stored: a picture, or the first moment of a video where the browser knows its kind. */
function Preview({ address }: { address: string }) {
  const [failed, setFailed] = useState(false)
  if (!isVideo(address)) return <img src={address} alt="" className={styles.image} />
  return (
    <>
      {failed ? (
        <span className={styles.invite}>
          <IconVideoOff size={22} stroke={1.5} />
          {notPlayed(address)}
        </span>
      ) : (
        <video
          src={address}
          className={styles.image}
          muted
          playsInline
          preload="metadata"
          aria-hidden
          onError={() => setFailed(true)}
        />
      )}
      <span className={styles.kind}>
        <IconMovie size={13} /> {endingAt(address)}
      </span>
    </>
  )
}
