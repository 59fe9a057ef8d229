import type { MouseEvent, ReactNode } from 'react'
import { go } from './location.ts'

type Props = {
  to: string
  className?: string | undefined
  /** Opens in a new tab. */
  isApart?: boolean
  children: ReactNode
}

/** Link between public pages. A click with a modifier key is left to the browser. */
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
