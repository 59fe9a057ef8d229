import { IconPhoto } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { PLACES, type Place } from '#contract/places.ts'
import { config } from '../config.ts'
import styles from './Thumb.module.css'

type Props = {
  src: string | null | undefined
  title: ReactNode
  /** Second, lighter line. */
  subtitle?: ReactNode
  shape?: Place
}

/** Name of a row with its picture. The box is there before the picture, and without one. */
export function Thumb({ src, title, subtitle, shape = 'poster' }: Props) {
  return (
    <span className={styles.thumb}>
      <Picture key={src} src={src} shape={shape} />
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {subtitle && <span className={styles.subtitle}>{subtitle}</span>}
      </span>
    </span>
  )
}

function Picture({ src, shape }: Required<Pick<Props, 'src' | 'shape'>>) {
  const [failed, setFailed] = useState(false)
  return (
    <span className={styles.box} data-shape={shape}>
      {src && !failed ? (
        <img
          src={inPlace(src, shape)}
          {...PLACES[shape]}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      ) : (
        <IconPhoto size={15} stroke={1.5} aria-hidden />
      )}
    </span>
  )
}

/** Requests a file of the server in the size of its place. */
const inPlace = (src: string, shape: Place) => (src.startsWith(`${config.api}/files/`) ? `${src}?place=${shape}` : src)
