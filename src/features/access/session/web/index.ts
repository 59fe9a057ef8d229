import { part } from '#web/lazy.ts'

export { SignIn } from './SignIn.tsx'
export { SignInAgain } from './SignInAgain.tsx'

// What is not the first to be seen is fetched when it is opened.
export const resetRequest = part(async () => (await import('./ResetRequest.tsx')).ResetRequest)
export const resetPassword = part(async () => (await import('./ResetPassword.tsx')).ResetPassword)
/** Where an identity provider sends the browser back to. */
export const arrivedFromProvider = part(async () => (await import('./ArrivedFromProvider.tsx')).ArrivedFromProvider)
export const acceptInvitation = part(async () => (await import('./AcceptInvitation.tsx')).AcceptInvitation)
