import { factors } from '#contract/factors.ts'
import { signWithPasskey } from '#web/api/passkey.ts'
import { enter } from '#web/api/enter.ts'
import { ask } from './sign-in.ts'

/** Signs in with a passkey alone: whose it is, the passkey says. @throws Error with words for people */
export async function signInWithPasskey(): Promise<void> {
  const { challengeToken, options } = await ask(factors.passkeyOptions)
  const assertion = await signWithPasskey(options)
  const { tokens } = await ask(factors.passkey, { challengeToken, assertion })
  await enter(tokens)
}
