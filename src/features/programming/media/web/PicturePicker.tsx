import { Loader } from '@mantine/core'
import { IconCamera, IconUser } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '#web/shell/toasts.ts'
import { useErrorToast } from '#web/shell/useErrorToast.ts'
import { Tip } from '#web/ui/Tip.tsx'
import { useFileDrop } from '#web/ui/useFileDrop.ts'
import { useFilePaste } from '#web/ui/useFilePaste.ts'
import { isPictureFile, PICTURE_ACCEPT, PICTURE_BYTES, PICTURE_TYPES } from '../rules.ts'
import { useIntake } from './useIntake.tsx'
import { PasteButton } from './PasteButton.tsx'
import styles from './PicturePicker.module.css'

/** The spinner stays this long after the picture was sent (operations 4): until it is fetched and shown. */
const SPINNER_MS = 1000
/** Twice what a screen shows of one. */
const NEEDS = { width: 512, height: 512, types: PICTURE_TYPES, maxBytes: PICTURE_BYTES }

const NOT_ONE = 'Choose a picture: PNG, JPEG, GIF, WebP or AVIF'

type Props = {
  /** The picture's address. */
  value: string | null
  /** Whose it is. */
  name: string
  /** Why it cannot be changed, in words. */
  refused?: string | undefined
  /** Sends a file. @returns what is said of it @throws Error with words for people */
  onFile: (file: File) => Promise<string>
  /** Where it can be without one. */
  onRemove?: () => unknown
}

/** A person's picture, which is its own upload button. */
export function PicturePicker({ value, name, refused, onFile, onRemove }: Props) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isBusy, setBusy] = useState(false)
  const toast = useErrorToast()
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = async (file: File) => {
    if (!(PICTURE_TYPES as readonly string[]).includes(file.type)) return toast.show(NOT_ONE)
    if (file.size > PICTURE_BYTES) return toast.show(`Choose a picture of up to ${PICTURE_BYTES / 1024 / 1024} MB`)
    clearTimeout(timer.current)
    setBusy(true)
    try {
      const message = await onFile(file)
      toast.clear()
      showToast('success', message)
    } catch (error) {
      toast.show((error as Error).message)
    } finally {
      timer.current = setTimeout(() => setBusy(false), SPINNER_MS)
    }
  }
  const isClosed = Boolean(refused) || isBusy
  const intake = useIntake({
    label: 'Picture',
    needs: NEEDS,
    isFilled: Boolean(value),
    isClosed,
    onReady: (file) => void send(file),
    onRefuse: toast.show,
  })
  const take = (files: readonly File[]) => {
    const [file] = files
    if (!file) return
    if (files.length > 1) showToast('error', 'Choose one file')
    else if (!isPictureFile(file)) toast.show(NOT_ONE)
    else intake.take(file)
  }
  const { isOver, props } = useFileDrop(take, isClosed)
  const ref = useFilePaste<HTMLDivElement>(take, { disabled: isClosed, isEmpty: !value })

  return (
    <div
      ref={ref}
      className={styles.picture}
      role="group"
      aria-label="Picture"
      aria-busy={isBusy}
      data-over={isOver || undefined}
      {...props}
    >
      <span className={styles.face}>
        {value ? <img key={value} src={value} alt={name} /> : <IconUser size={44} stroke={1.2} aria-hidden />}
        {isBusy && (
          <span className={styles.spinner} role="status" aria-label="Uploading the picture">
            <Loader size={26} />
          </span>
        )}
      </span>
      <Tip label={refused}>
        <label className={styles.upload} data-disabled={Boolean(refused) || undefined}>
          <input
            type="file"
            accept={PICTURE_ACCEPT.join(',')}
            aria-label="Upload a picture"
            aria-disabled={Boolean(refused) || isBusy || undefined}
            onClick={(event) => (refused || isBusy) && event.preventDefault()}
            onChange={(event) => {
              take([...(event.currentTarget.files ?? [])])
              // The same file may be chosen again.
              event.currentTarget.value = ''
            }}
          />
          <IconCamera size={14} /> Upload picture
        </label>
      </Tip>
      <PasteButton label="picture" disabled={isClosed} onFile={(file) => take([file])} onRefuse={toast.show} />
      {intake.dialog}
      {value && onRemove && (
        <button type="button" className={styles.remove} onClick={onRemove}>
          Remove picture
        </button>
      )}
    </div>
  )
}
