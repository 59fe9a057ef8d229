import { ActionIcon } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useFeatures } from '../features.ts'
import { usePart, type LazyPart } from '../lazy.ts'
import { AvatarMenu } from './AvatarMenu.tsx'
import { Crumbs } from './Crumbs.tsx'
import styles from './TopBar.module.css'

type Props = { path: string; onMenu: () => void; onSearch: (() => void) | undefined }

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Breadcrumbs, search and account menu. */
export const TopBar = ({ path, onMenu, onSearch }: Props) => (
  <header className={styles.bar}>
    <ActionIcon className={styles.menu} variant="subtle" size={36} aria-label="Open the menu" onClick={onMenu}>
      <IconMenu2 size={20} stroke={1.6} />
    </ActionIcon>
    <Crumbs path={path} />
    {onSearch && (
      <button
        type="button"
        className={styles.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
      >
        <IconSearch size={16} stroke={1.8} aria-hidden />
        <span className={styles.text}>Search or jump to</span>
        <kbd className={styles.key} aria-hidden>
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
    )}
    {useFeatures().map(({ topBar }, at) => topBar && <Button key={at} of={topBar} />)}
    <AvatarMenu />
  </header>
)

function Button({ of }: { of: LazyPart<object> }) {
  const { Part: Here } = usePart(of)
  return <span className={styles.button}>{Here && <Here />}</span>
}
