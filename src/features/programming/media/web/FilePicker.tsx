import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { isPictureFile, NOT_A_PICTURE, PICTURE_ACCEPT } from '../rules.ts'
import { CropButton } from './CropButton.tsx'
import { DropArea } from './DropArea.tsx'
import styles from './ImagePicker.module.css'
import { useIntake } from './BasicPicker.tsx'
import { PasteButton } from './PasteButton.tsx'
import type { Needs } from './pictures.ts'
import { ratioOf } from './shape.ts'
import { useObjectUrl } from '#web/ui/useObjectUrl.ts'

/** Few browsers read it: it has no measures and no preview here. */
const TIFF = 'image/tiff'

type Props = {
  label: string
  hint: string
  /** What is sent, which also gives the field its shape. */
  needs: Needs
  /** What is chosen, or the address of what was stored before; neither when there is none. */
  file: File | undefined
  address: string
  onChange: (file: File | undefined) => void
  /** Why a picture is not taken, by its measures; undefined when it is. */
  refuse: (picture: { type: string; bytes: number; width: number; height: number }) => string | undefined
  error?: string | undefined
}

/** A picture by drop, paste or file that is looked at here, and is sent with the form that it is part of. */
export function FilePicker({ label, hint, needs, file, address, onChange, refuse, error }: Props) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const chosen = useObjectUrl(file)
  const ready = async (picture: File) => {
    const { type, size: bytes } = picture
    const measures = await measured(picture)
    const reason = refuse({ type, bytes, ...(measures ?? { width: Infinity, height: Infinity }) })
    const isAccepted = measures || type === TIFF
    setProblem(reason ?? (isAccepted ? undefined : 'The image is damaged'))
    if (!reason && isAccepted) onChange(picture)
  }

  const message = problem ?? error
  const picture = chosen ?? address
  const intake = useIntake({
    label,
    needs,
    isFilled: Boolean(picture),
    isClosed: false,
    onReady: ready,
    onRefuse: setProblem,
  })
  const take = (one: File) => {
    setProblem(undefined)
    intake.take(one)
  }
  return (
    <div
      className={styles.field}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={message ? `${id}-error` : `${id}-hint`}
    >
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <span className={styles.actions}>
          <CropButton label={label} onCrop={intake.again} />
          {picture && (
            <button
              type="button"
              className={styles.muted}
              aria-label={`Remove ${label}`}
              onClick={() => {
                setProblem(undefined)
                onChange(undefined)
              }}
            >
              <IconTrash size={14} />
            </button>
          )}
        </span>
      </div>
      <DropArea
        label={`Upload ${label}`}
        ratio={ratioOf(needs)}
        accept={PICTURE_ACCEPT}
        refuse={(one) => (isPictureFile(one) ? undefined : NOT_A_PICTURE)}
        disabled={false}
        isFilled={Boolean(picture)}
        isInvalid={Boolean(message)}
        onFile={take}
        onRefuse={setProblem}
      >
        {picture && file?.type !== TIFF ? (
          <img src={picture} alt="" className={styles.image} />
        ) : (
          <span className={styles.invite}>
            <IconPhotoPlus size={22} stroke={1.5} />
            {file ? 'A TIFF is shown after it is uploaded' : 'Drop or paste an image, or choose a file'}
          </span>
        )}
      </DropArea>
      <PasteButton label={label} disabled={false} onFile={take} onRefuse={setProblem} />
      {intake.dialog}
      {message && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {message}
        </p>
      )}
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
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
