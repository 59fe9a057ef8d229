import type { ReactNode } from 'react'
import { useFileDrop } from '#web/ui/useFileDrop.ts'
import { useFilePaste } from '#web/ui/useFilePaste.ts'
import styles from './MediaPicker.module.css'

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
 * A file chooser as large as its picture: what is dropped on it, or on what it shows, or pasted, counts as chosen. What it
 * refuses it says in words.
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
  const take = (files: readonly File[]) => {
    const [file] = files
    if (!file) return
    const reason = files.length > 1 ? 'Choose one file' : refuse(file)
    if (reason) onRefuse(reason)
    else onFile(file)
  }
  const { isOver, props } = useFileDrop(take, disabled)
  const ref = useFilePaste<HTMLLabelElement>(take, { disabled, isEmpty: !isFilled })
  return (
    <label
      {...props}
      ref={ref}
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
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])])
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
      {children}
    </label>
  )
}
