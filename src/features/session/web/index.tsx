export { ResetRequest } from './ResetRequest.tsx'
export { SignIn } from './SignIn.tsx'
export { SignInAgain } from './SignInAgain.tsx'
