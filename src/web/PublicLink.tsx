import type { MouseEvent, ReactNode } from 'react'
import { go } from './location.ts'

type Props = {
  to: string
  className?: string | undefined
  /** In a tab of its own. */
  isApart?: boolean
  children: ReactNode
}

/** A link between public pages. A click with a modifier is the browser's. */
export function PublicLink({ to, className, isApart, children }: Props) {
  const follow = (event: MouseEvent) => {
    if (isApart || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={to} className={className} onClick={follow} {...(isApart && { target: '_blank' })}>
      {children}
    </a>
  )
}
