import { IconPhoto, IconPlayerPause, IconPlayerPlay, IconVideoOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { isVideo, notPlayed } from '#features/media/rules.ts'
import { Card } from '#web/ui/Card.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import type { PromotionDraft } from './draft.ts'
import styles from './Preview.module.css'

type Where = 'web' | 'mobile'

/** How the promotion will look on the landing page, on the web and on a phone, before anybody else sees it. */
export function Preview({ draft }: { draft: PromotionDraft }) {
  const [where, setWhere] = useState<Where>('web')
  return (
    <Card
      title="Preview"
      className={styles.preview!}
      actions={
        <Segmented
          small
          label="Preview as"
          value={where}
          onChange={setWhere}
          options={[
            { value: 'web', label: 'Web' },
            { value: 'mobile', label: 'Mobile' },
          ]}
        />
      }
    >
      <div className={styles.frame} data-where={where} data-testid="preview">
        <div className={styles.bar} aria-hidden>
          <i />
          <i />
          <i />
        </div>
        <div className={styles.page}>
          {where === 'web' && <span className={styles.neighbour} aria-hidden />}
          <Ad draft={draft} media={where === 'web' ? draft.web_media : draft.mobile_media} />
          {where === 'web' && <span className={styles.neighbour} aria-hidden />}
        </div>
      </div>
    </Card>
  )
}

function Ad({ draft, media }: { draft: PromotionDraft; media: string }) {
  const buttons = [
    { words: draft.primaryCTA, kind: 'primary' },
    { words: draft.secondaryCTA, kind: 'secondary' },
  ].filter(({ words }) => words.trim())
  return (
    <div className={styles.ad}>
      {!media ? (
        <span className={styles.nothing}>
          <IconPhoto size={26} stroke={1.3} aria-hidden />
        </span>
      ) : isVideo(media) ? (
        <Film key={media} src={media} />
      ) : (
        <img className={styles.media} src={media} alt="" />
      )}
      <div className={styles.words}>
        <p className={styles.title}>{draft.title || 'Name'}</p>
        <p className={styles.description}>{draft.description || 'Description'}</p>
        <p className={styles.buttons}>
          {buttons.map(({ words, kind }) => (
            <span key={kind} data-kind={kind}>
              {words}
            </span>
          ))}
        </p>
      </div>
    </div>
  )
}

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
