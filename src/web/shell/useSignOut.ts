import { useNavigate } from '@tanstack/react-router'

export const SIGN_OUT = '/sign-out'

/** Navigates to the sign-out address, so that a form with unsaved values can ask first. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => void navigate({ to: SIGN_OUT, replace: true })
}
