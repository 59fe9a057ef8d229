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
  /** The last breadcrumb where it is not the title: a name that does not change while it is being typed. */
  crumb?: string
  /** The screen that it belongs to, where its address does not say so. */
  under?: string | undefined
  /** A quiet line under the title: "As of 21/11/2026 08:04". With `data-warns` in it, a warning of any length. */
  note?: ReactNode
  /** The page's controls, right of the title. */
  actions?: ReactNode
  /** Shows a button that goes back to where one came from, or to this address after a fresh start. */
  back?: boolean | string
  /** The title is not known yet. */
  isLoading?: boolean
  children: ReactNode
}

/** A page: title and note left, controls right, then one calm column. */
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

/** Set while a page with the focus on its heading gives way to another: a skeleton to what it stood for. */
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
