import { use } from 'react'
import { call } from '#web/api/client.ts'
import { go } from '#web/location.ts'
import { showToast } from '#web/shell/toasts.ts'
import { session } from '../contract.ts'
import { messages } from '../rules.ts'
import { BadLink } from '#web/plain/BadLink.tsx'
import { ChoosePassword } from './ChoosePassword.tsx'
import { Frame } from '#web/plain/Frame.tsx'
import { askOnce } from '#web/plain/link.ts'

type Props = { token: string; name: string | undefined }

/** Sets a new password by a mailed link (core 2). */
export function ResetPassword({ token, name }: Props) {
  const link = use(
    askOnce(`reset ${token}`, async () => (await call(session.passwordReset, { params: { token } })).data),
  )
  if (link instanceof Error)
    return <BadLink reason={link.message} next={{ to: '/reset-password-request', label: 'Request a new link' }} />
  return (
    <Frame title="Choose a new password" lead={name ? `Hello ${name}` : undefined}>
      <ChoosePassword
        min={link.min}
        submit="Confirm Password"
        onSubmit={async (password) => {
          await call(session.resetPassword, { params: { token }, body: { password } })
          showToast('success', messages.passwordReset)
          go('/login')
        }}
      />
    </Frame>
  )
}
