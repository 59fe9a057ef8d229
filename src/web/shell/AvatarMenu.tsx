import { useState } from 'react'
import { useMe } from '../api/session.ts'
import { lazyDialog } from '../ui/lazyDialog.tsx'
import styles from './AvatarMenu.module.css'

const Panel = lazyDialog(() => import('./AvatarPanel.tsx').then((module) => module.AvatarPanel))

/** Button with the person's name, which opens the theme and sign-out menu. */
export function AvatarMenu() {
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  return (
    <div className={styles.place}>
      <button
        ref={setButton}
        type="button"
        className={styles.avatar}
        aria-label={`${me.firstName} ${me.lastName}: account and theme`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {me.profileImage ? (
          <img src={me.profileImage} alt="" />
        ) : (
          <span data-initials={initials(me.firstName, me.lastName)} />
        )}
      </button>
      <Panel
        opened={isOpen}
        button={button}
        onClose={(how) => {
          setOpen(false)
          if (how.refocus) button?.focus()
        }}
      />
    </div>
  )
}

const initials = (first: string, last: string) => `${first[0] ?? ''}${last[0] ?? ''}`.toUpperCase() || '?'
