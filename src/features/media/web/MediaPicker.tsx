import { IconExternalLink, IconMovie, IconPhotoPlus, IconTrash, IconVideoOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import { upload } from '#web/api/upload.ts'
import { config } from '#web/config.ts'
import { IMAGE_MAX_BYTES, media, UPLOADED, UPLOADED_VIDEO } from '../contract.ts'
import { endingAt, endingOf, isVideo, notPlayed, PICTURE_FILES, VIDEO_FILES } from '../rules.ts'
import { DropArea } from './DropArea.tsx'
import styles from './ImagePicker.module.css'
import { UploadBar } from './UploadBar.tsx'
import { useSending } from './useSending.ts'

type Props = {
  label: string
  /** In pixels; also the shape of the field. */
  recommended: { width: number; height: number }
  /** The file's address; empty when there is none. */
  value: string
  onChange: (address: string) => void
  /** A picture alone; else a video as well. */
  onlyImage?: boolean
  error?: string | undefined
}

const MB = 1024 * 1024

/** An image or a video (operations 5), by drop or file: sent with its progress, and stopped when it is cancelled. */
export function MediaPicker({ label, recommended, value, onChange, onlyImage, error }: Props) {
  const id = useId()
  const reason = refusal(useMe(), media.upload.may)
  const { progress, preview, problem, setProblem, send, cancel } = useSending(label, onChange, (address) =>
    isVideo(address) ? UPLOADED_VIDEO : UPLOADED,
  )
  const endings = onlyImage ? PICTURE_FILES : [...PICTURE_FILES, ...VIDEO_FILES]
  const refuse = ({ name, size }: File) => {
    const ending = endingOf(name)
    if (!endings.includes(ending)) return `Choose one of ${endings.join(', ')}`
    const most = VIDEO_FILES.includes(ending) ? config.uploadMaxBytes : IMAGE_MAX_BYTES
    return size > most ? `At most ${most / MB} MB` : undefined
  }
  const fromFile = (file: File) => send(async (how) => (await upload(media.upload, file, how)).data, file)

  const isBusy = progress !== undefined
  const wrong = problem ?? error
  return (
    <div className={styles.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-words`}>
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
          ratio={recommended.width / recommended.height}
          accept={endings.map((ending) => `.${ending}`)}
          refuse={refuse}
          disabled={Boolean(reason) || isBusy}
          isFilled={Boolean(preview ?? value)}
          isInvalid={Boolean(wrong)}
          onFile={(file) => void fromFile(file)}
          onRefuse={setProblem}
        >
          {preview ? (
            <img src={preview} alt="" className={styles.image} />
          ) : value ? (
            <Shown key={value} address={value} />
          ) : (
            <span className={styles.invite}>
              <IconPhotoPlus size={22} stroke={1.5} />
              {onlyImage ? 'Drop an image or choose a file' : 'Drop an image or a video, or choose a file'}
            </span>
          )}
        </DropArea>
        {isBusy && <UploadBar label={label} progress={progress} onCancel={cancel} />}
      </div>
      <p id={`${id}-words`} className={wrong ? styles.error : styles.hint}>
        {reason ?? wrong ?? `Recommended ${recommended.width} × ${recommended.height} px`}
      </p>
      {isVideo(value) && (
        <a className={styles.quiet} href={value} target="_blank" rel="noreferrer">
          <IconExternalLink size={13} /> Watch {label}
        </a>
      )}
    </div>
  )
}

/** What is stored: a picture, or the first moment of a video where the browser knows its kind. */
function Shown({ address }: { address: string }) {
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
