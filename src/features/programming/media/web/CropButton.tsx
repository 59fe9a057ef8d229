import { IconCrop } from '@tabler/icons-react'
import styles from './MediaPicker.module.css'

/** Opens the crop of what a field took last; not there without it. */
export const CropButton = ({ label, onCrop }: { label: string; onCrop: (() => void) | undefined }) =>
  onCrop && (
    <button type="button" className={styles.muted} aria-label={`Crop ${label}`} onClick={onCrop}>
      <IconCrop size={14} />
    </button>
  )
