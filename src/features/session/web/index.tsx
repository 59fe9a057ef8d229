export { ResetPassword } from './ResetPassword.tsx'
export { ResetRequest } from './ResetRequest.tsx'
export { SignIn } from './SignIn.tsx'
export { SignInAgain } from './SignInAgain.tsx'
