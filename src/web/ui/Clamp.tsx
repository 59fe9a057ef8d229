import styles from './Clamp.module.css'
import { Tip } from './Tip.tsx'

/** Text on at most two lines, with the full text in a tip that the keyboard reaches. */
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
