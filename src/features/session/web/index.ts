import { lazy } from 'react'

export { ResetRequest } from './ResetRequest.tsx'
export { SignIn } from './SignIn.tsx'
export { SignInAgain } from './SignInAgain.tsx'

// Those that letters lead to are fetched when they are opened.
export const ResetPassword = lazy(() => import('./ResetPassword.tsx'))
/** Where an identity provider sends the browser back to. */
export const ArrivedFromProvider = lazy(() => import('./ArrivedFromProvider.tsx'))
export const AcceptInvitation = lazy(() => import('./AcceptInvitation.tsx'))
