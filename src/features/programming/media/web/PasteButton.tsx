import { IconClipboard } from '@tabler/icons-react'
import styles from './MediaPicker.module.css'

const NO_PICTURE = 'The clipboard has no picture. Copy one first.'

type Props = { label: string; disabled: boolean; onFile: (file: File) => void; onRefuse: (reason: string) => void }

/** Pastes the picture of the clipboard, for those who have no Ctrl+V at hand; where the browser lets pages ask for it. */
export const PasteButton = ({ label, disabled, onFile, onRefuse }: Props) => {
  const paste = async () => {
    try {
      for (const item of await navigator.clipboard.read()) {
        const type = item.types.find((one) => one.startsWith('image/'))
        if (!type) continue
        const blob = await item.getType(type)
        return onFile(new File([blob], `pasted.${type.slice('image/'.length)}`, { type }))
      }
      onRefuse(NO_PICTURE)
    } catch (error) {
      const isRefused = (error as Error).name === 'NotAllowedError'
      onRefuse(isRefused ? 'Your browser does not allow pages to read the clipboard' : NO_PICTURE)
    }
  }
  if (!navigator.clipboard?.read) return
  return (
    <button
      type="button"
      className={styles.muted}
      disabled={disabled}
      aria-label={`Paste ${label}`}
      onClick={() => void paste()}
    >
      <IconClipboard size={13} /> Paste
    </button>
  )
}
