import styles from './Clamp.module.css'
import { Tip } from './Tip.tsx'

/** A text on two lines at most; the whole of it stands in a tip, for those with a keyboard, too. */
export const Clamp = ({ children: text }: { children: string }) =>
  text ? (
    <Tip label={text}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span className={styles.clamp} tabIndex={0}>
        {text}
      </span>
    </Tip>
  ) : (
    '–'
  )
