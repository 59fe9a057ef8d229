import { useLinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  to: string
  className?: string | undefined
  /** This is where one is. The caller knows: two links can lead to one address. */
  isCurrent?: boolean
  'data-here'?: boolean | undefined
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  children: ReactNode
}

/** A link of the shell, that says by itself whether it is the current one. */
export function NavLink({ isCurrent = false, ...given }: Props) {
  const { 'aria-current': _, ...props } = useLinkProps(given)
  return <a {...props} {...(isCurrent && { 'aria-current': 'page' })} />
}
