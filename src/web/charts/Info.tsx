import { IconInfoCircle } from '@tabler/icons-react'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { Tip } from '#web/ui/Tip.tsx'
import { useOpener } from '#web/ui/useOpener.ts'
import styles from './Chart.module.css'

const Definition = lazyDialog(() => import('./Definition.tsx').then((module) => module.Definition))

/** Meaning of a figure, shown on hover, on focus and on touch. */
export function Info({ of, text }: { of: string; text: string }) {
  const { opener, popup } = useOpener(undefined, Definition)
  return (
    <span className={styles.infoPlace}>
      <Tip label={popup.opened ? undefined : text}>
        <button type="button" className={styles.info} aria-label={`What ${of} means`} {...opener}>
          <IconInfoCircle size={15} stroke={1.6} />
        </button>
      </Tip>
      <Definition {...popup} text={text} />
    </span>
  )
}
