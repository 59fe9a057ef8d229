import { useState, type ReactNode } from 'react'
import styles from './ImagePicker.module.css'

type Props = {
  label: string
  /** Width by height. */
  ratio: number
  /** As a file input has it: content types, or endings with a dot. */
  accept: readonly string[]
  /** Why a file is not taken, or undefined. */
  refuse: (file: File) => string | undefined
  disabled: boolean
  isFilled: boolean
  isInvalid: boolean
  onFile: (file: File) => void
  onRefuse: (reason: string) => void
  children: ReactNode
}

/**
 * A file chooser as large as its picture: what is dropped on it counts as chosen, as browsers have it for file inputs.
 * What it refuses it says in words.
 */
export function DropArea({
  label,
  ratio,
  accept,
  refuse,
  disabled,
  isFilled,
  isInvalid,
  onFile,
  onRefuse,
  children,
}: Props) {
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (!file || disabled) return
    const reason = files.length > 1 ? 'Choose one file' : refuse(file)
    if (reason) onRefuse(reason)
    else onFile(file)
  }
  return (
    <label
      className={styles.zone}
      style={{ aspectRatio: ratio }}
      data-filled={isFilled || undefined}
      data-invalid={isInvalid || undefined}
      data-over={isOver || undefined}
      data-disabled={disabled || undefined}
    >
      <input
        type="file"
        className={styles.file}
        accept={accept.join(',')}
        disabled={disabled}
        aria-label={label}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          take(event.currentTarget.files)
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
      {children}
    </label>
  )
}
