import { useLinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  to: string
  className?: string | undefined
  /** The link leads to the current page. The caller knows, because two links can have one address. */
  isCurrent?: boolean
  'data-here'?: boolean | undefined
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  children: ReactNode
}

/** Link of the shell with an explicit current state. */
export function NavLink({ isCurrent = false, ...given }: Props) {
  const { 'aria-current': _, ...props } = useLinkProps(given)
  return <a {...props} {...(isCurrent && { 'aria-current': 'page' })} />
}
