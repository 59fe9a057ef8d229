import { IconInfoCircle } from '@tabler/icons-react'
import { Tip } from './Tip.tsx'
import styles from './InfoTip.module.css'

/** What a figure means, beside it: on hover, on focus, on touch. */
export const InfoTip = ({ about, text }: { about: string; text: string }) => (
  <Tip label={text}>
    <button type="button" className={styles.tip} aria-label={`About ${about}: ${text}`}>
      <IconInfoCircle size={14} stroke={1.6} />
    </button>
  </Tip>
)
