import { useNavigate } from '@tanstack/react-router'

export const SIGN_OUT = '/sign-out'

/** Leaves for the address that signs out: a form with unsaved typing gets its say on the way, as on any other. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => void navigate({ to: SIGN_OUT, replace: true })
}
