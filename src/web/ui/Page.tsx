import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { inOrder } from '#contract/isolate.ts'
import { usePageTitle } from '../shell/title.ts'
import styles from './Page.module.css'
import { Skeleton } from './Skeleton.tsx'

type Props = {
  title: string
  /** Last breadcrumb where it is not the title: a name that stays the same while it is being edited. */
  crumb?: string
  /** Parent screen, where the address does not show it. */
  under?: string | undefined
  /** Secondary line under the title: "As of 21/11/2026 08:04". With `data-warns` it is a warning of any length. */
  note?: ReactNode
  /** Controls to the right of the title. */
  actions?: ReactNode
  /** Shows a back button, which leads to this address after a fresh start. */
  back?: boolean | string
  /** The title is not loaded yet. */
  isLoading?: boolean
  children: ReactNode
}

/** Page: title and note on the left, controls on the right, then one column. */
export function Page({ title, crumb, under, note, actions, back, isLoading, children }: Props) {
  usePageTitle(title, crumb, under)
  const heading = useHeadingFocus()
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        {back && <Back to={typeof back === 'string' ? back : undefined} />}
        <div className={styles.text}>
          <h1 ref={heading} className={styles.title} data-page-heading tabIndex={-1}>
            {isLoading ? (
              <>
                <span className={styles.hidden}>{title}</span>
                <Skeleton width={220} height={20} />
              </>
            ) : (
              title
            )}
          </h1>
          {note && <div className={styles.note}>{typeof note === 'string' ? inOrder(note) : note}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** Set while a page with the focus on its heading is replaced: a skeleton by its page. */
let isHandedOver = false

function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const element = heading.current
    if (isHandedOver) element?.focus({ preventScroll: true })
    isHandedOver = false
    return () => {
      isHandedOver = element !== null && document.activeElement === element
    }
  }, [])
  return heading
}

function Back({ to }: { to: string | undefined }) {
  const router = useRouter()
  const goBack = () => {
    if (router.history.canGoBack()) return router.history.back()
    const above = to ?? router.state.location.pathname.split('/').slice(0, 3).join('/')
    void router.navigate({ to: above })
  }
  return (
    <ActionIcon className={styles.back} variant="subtle" color="gray" size={32} aria-label="Back" onClick={goBack}>
      <IconArrowLeft size={18} />
    </ActionIcon>
  )
}
