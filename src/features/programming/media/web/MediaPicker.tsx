import { IconExternalLink, IconLink, IconMovie, IconPhotoPlus, IconTrash, IconVideoOff } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { refusal } from '#contract/permissions.ts'
import { call } from '#web/api/client.ts'
import { useMe } from '#web/api/session.ts'
import { upload } from '#web/api/upload.ts'
import { config } from '#web/config.ts'
import { useObjectUrl } from '#web/ui/useObjectUrl.ts'
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
import { AddressSource } from './AddressSource.tsx'
import { CropButton } from './CropButton.tsx'
import { DropArea } from './DropArea.tsx'
import styles from './MediaPicker.module.css'
import { PasteButton } from './PasteButton.tsx'
import type { Needs } from './pictures.ts'
import { finest, ratioOf, type Size } from './shape.ts'
import { useIntake } from './useIntake.tsx'
import { useSending, type Sending } from './useSending.ts'

export { PasteButton } from './PasteButton.tsx'
export { PictureGroup, useIntake } from './useIntake.tsx'

// Fetched with the first file that is sent.
const UploadBar = lazy(() => import('./UploadBar.tsx'))

const MB = 1024 * 1024
/** Few browsers read it: it has no measures and no preview here. */
const TIFF = 'image/tiff'
const isVideoFile = ({ name }: File) => VIDEO_FILES.includes(endingOf(name))

const INVITES = {
  image: 'Drop or paste an image, or choose a file',
  media: 'Drop or paste an image or a video, or choose a file',
}

const inPixels = ({ width, height }: Size) => `${width} × ${height}`
const recommended = (size: Size) => `Recommended ${inPixels(size)} px`
type Store = (file: File, how: Sending) => Promise<string>
const storeAny: Store = async (file, how) => (await upload(media.upload, file, how)).data
const storeMovieImage: Store = async (file, how) => (await upload(media.uploadFileImage, file, how)).data.url

/** Media that are stored as soon as they are chosen. Whatever the source, the chain keeps a copy of its own. */
const KINDS = {
  /** Of a movie (core 5), in exactly this size; from an address as well. */
  movieImage: { hasAddress: true, hasVideo: false, hint: inPixels, sent: (size: Size) => size, store: storeMovieImage },
  image: { hasAddress: false, hasVideo: false, hint: recommended, sent: finest, store: storeAny },
  /** An image or a video (operations 5). */
  media: { hasAddress: false, hasVideo: true, hint: recommended, sent: finest, store: storeAny },
}

type Stored = {
  kind: keyof typeof KINDS
  /** In pixels; also the shape of the field. */
  size: Size
  /** The file's address; empty when there is none. */
  value: string
  onChange: (address: string) => void
}
/** A picture that the form sends when it is saved. */
type Chosen = {
  kind?: undefined
  hint: string
  /** What is sent, which also gives the field its shape. */
  needs: Needs
  /** What is chosen, or the address of what was stored before; neither when there is none. */
  file: File | undefined
  address: string
  onChange: (file: File | undefined) => void
  /** Why a picture is not taken, by its measures; undefined when it is. */
  refuse: (picture: { type: string; bytes: number; width: number; height: number }) => string | undefined
}
type Props = { label: string; required?: boolean; error?: string | undefined } & (Stored | Chosen)

/** A picture or a video, by drop, paste or file: stored as soon as it is chosen, or with the form that it is part of. */
export function MediaPicker(props: Props) {
  const { label, required, error } = props
  const kind = props.kind && KINDS[props.kind]
  const size = props.kind ? props.size : props.needs
  const needs = props.kind ? { ...kind!.sent(size), types: IMAGE_TYPES, maxBytes: IMAGE_MAX_BYTES } : props.needs
  const hasVideo = kind?.hasVideo ?? false

  const id = useId()
  const reason = refusal(useMe(), kind ? media.upload.permission : [])
  const [isTyping, setTyping] = useState(false)
  const chosen = useObjectUrl(props.kind ? undefined : props.file)
  const onStored = (address: string) => {
    if (props.kind) props.onChange(address)
    setTyping(false)
  }
  const { progress, preview, problem, setProblem, send, cancel } = useSending(label, onStored, (address) =>
    isVideo(address) ? UPLOADED_VIDEO : UPLOADED,
  )
  const isBusy = progress !== undefined
  const isClosed = Boolean(reason) || isBusy
  const value = props.kind ? props.value : (chosen ?? props.address)

  const ready = async (file: File) => {
    if (props.kind) return store(file)
    const measures = await measured(file)
    const isImage = measures || file.type === TIFF
    const wrong = props.refuse({
      type: file.type,
      bytes: file.size,
      ...(measures ?? { width: Infinity, height: Infinity }),
    })
    setProblem(wrong ?? (isImage ? undefined : 'The image is damaged'))
    if (!wrong && isImage) props.onChange(file)
  }
  const store = (file: File) => {
    const most = isVideoFile(file) ? config.uploadMaxBytes : IMAGE_MAX_BYTES
    if (file.size > most) return setProblem(`Choose a file of up to ${most / MB} MB`)
    void send((how) => kind!.store(file, how), file)
  }
  const storeFrom = (url: string) => {
    intake.forget()
    void send(async ({ signal }) => {
      const body = { url, type: 'movieImage' } as const
      return (await call(media.uploadWithUrl, { body, signal })).data.url
    })
  }
  const intake = useIntake({
    label,
    needs,
    recommended: kind && size,
    isFilled: Boolean(value),
    isClosed,
    onReady: ready,
    onRefuse: setProblem,
  })
  const take = (file: File) => {
    setProblem(undefined)
    if (isVideoFile(file)) store(file)
    else intake.take(file)
  }
  const remove = () => {
    setProblem(undefined)
    if (props.kind) props.onChange('')
    else props.onChange(undefined)
  }
  const refuse = (file: File) => {
    if (isPictureFile(file) || (hasVideo && isVideoFile(file))) return undefined
    return hasVideo ? NO_MEDIA_FILE : NOT_A_PICTURE
  }

  const wrong = problem ?? error
  const hint = props.kind ? kind!.hint(size) : props.hint
  const isTiff = !props.kind && props.file?.type === TIFF
  return (
    <div className={styles.field} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-words`}>
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label} data-required={required}>
          {label}
        </span>
        <span className={styles.actions}>
          <CropButton label={label} onCrop={intake.again} />
          {value && (
            <button type="button" className={styles.muted} aria-label={`Remove ${label}`} onClick={remove}>
              <IconTrash size={14} />
            </button>
          )}
        </span>
      </div>
      <div className={styles.stack}>
        <DropArea
          label={`Upload ${label}`}
          ratio={ratioOf(size)}
          accept={hasVideo ? [...PICTURE_ACCEPT, ...VIDEO_ACCEPT] : PICTURE_ACCEPT}
          refuse={refuse}
          disabled={isClosed}
          isFilled={Boolean(preview ?? value)}
          isInvalid={Boolean(wrong)}
          onFile={take}
          onRefuse={setProblem}
        >
          {preview ? (
            <img src={preview} alt="" className={styles.image} />
          ) : value && !isTiff ? (
            <Preview key={value} address={value} />
          ) : (
            <span className={styles.invite} data-wide={size.width > size.height || undefined}>
              <IconPhotoPlus size={22} stroke={1.5} />
              {isTiff ? 'TIFF images are shown after the upload' : INVITES[hasVideo ? 'media' : 'image']}
            </span>
          )}
        </DropArea>
        {isBusy && (
          <Suspense>
            <UploadBar label={label} progress={progress} onCancel={cancel} />
          </Suspense>
        )}
      </div>
      {isTyping ? (
        <AddressSource label={label} isBusy={isBusy} onUse={storeFrom} onClose={() => setTyping(false)} />
      ) : (
        <div className={styles.sources}>
          <PasteButton label={label} disabled={isClosed} onFile={take} onRefuse={setProblem} />
          {kind?.hasAddress && (
            <button type="button" className={styles.muted} disabled={Boolean(reason)} onClick={() => setTyping(true)}>
              <IconLink size={13} /> Use image URL
            </button>
          )}
          {isVideo(value) && (
            <a className={styles.muted} href={value} target="_blank" rel="noreferrer">
              <IconExternalLink size={13} /> Watch {label}
            </a>
          )}
        </div>
      )}
      {/* A file that is stored at once says in a toast what went wrong. */}
      <p
        key={String(Boolean(wrong))}
        id={`${id}-words`}
        className={wrong ? styles.error : styles.hint}
        role={wrong && !kind ? 'alert' : undefined}
      >
        {reason ?? wrong ?? hint}
      </p>
      {intake.dialog}
    </div>
  )
}

/** In pixels, upright; undefined when the browser cannot read it. */
async function measured(file: File): Promise<{ width: number; height: number } | undefined> {
  try {
    const { width, height } = await createImageBitmap(file)
    return { width, height }
  } catch {
    return undefined
  }
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
