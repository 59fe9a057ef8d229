import { IconPhoto, IconPlayerPause, IconPlayerPlay, IconVideoOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { isVideo, notPlayed } from '#features/programming/media/rules.ts'
import type { PromotionDraft } from './draft.ts'
import styles from './Ad.module.css'

type Texts = Pick<PromotionDraft, 'title' | 'description' | 'primaryCTA' | 'secondaryCTA'>

/** A promotion as the landing page shows it. */
export function Ad({ of: promotion, media, isSmall }: { of: Texts; media: string; isSmall?: boolean }) {
  const buttons = [
    { label: promotion.primaryCTA, kind: 'primary' },
    { label: promotion.secondaryCTA, kind: 'secondary' },
  ].filter(({ label }) => label.trim())
  return (
    <div className={styles.ad} data-small={isSmall || undefined}>
      <Medium src={media} />
      <div className={styles.text}>
        <p className={styles.title}>{promotion.title || 'Name'}</p>
        <p className={styles.description}>{promotion.description || 'Description'}</p>
        <p className={styles.buttons}>
          {buttons.map(({ label, kind }) => (
            <span key={kind} data-kind={kind}>
              {label}
            </span>
          ))}
        </p>
      </div>
    </div>
  )
}

/** A picture or a video, as large as what it stands in. @param missing what is said where there is none */
export const Medium = ({ src, missing }: { src: string; missing?: string }) =>
  !src ? (
    <span className={styles.nothing}>
      <IconPhoto size={26} stroke={1.3} aria-hidden />
      {missing}
    </span>
  ) : isVideo(src) ? (
    <Film key={src} src={src} />
  ) : (
    <img className={styles.media} src={src} alt="" />
  )

/** A video as it will play: at once, but not for whoever asked for less motion, and with a way to stop it. */
function Film({ src }: { src: string }) {
  const film = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <span className={styles.nothing}>
        <IconVideoOff size={26} stroke={1.3} aria-hidden />
        {notPlayed(src)}
      </span>
    )
  return (
    <>
      <video
        ref={film}
        className={styles.media}
        src={src}
        muted
        loop
        autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
        playsInline
        aria-hidden
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setFailed(true)}
      />
      <button
        type="button"
        className={styles.play}
        aria-label={isPlaying ? 'Pause the video' : 'Play the video'}
        onClick={() => (isPlaying ? film.current?.pause() : void film.current?.play().catch(() => undefined))}
      >
        {isPlaying ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
      </button>
    </>
  )
}
