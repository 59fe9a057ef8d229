import { use } from 'react'
import { call } from '#web/api/client.ts'
import { enter } from '#web/api/enter.ts'
import { config } from '#web/config.ts'
import { go } from '#web/location.ts'
import { session } from '../contract.ts'
import { BadLink } from '#web/plain/BadLink.tsx'
import { ChoosePassword } from './ChoosePassword.tsx'
import { Frame } from '#web/plain/Frame.tsx'
import { askOnce } from '#web/plain/link.ts'

/** Somebody who is invited chooses their password, and is signed in. */
export function AcceptInvitation({ token }: { token: string }) {
  const link = use(
    askOnce(`invitation ${token}`, async () => (await call(session.invitation, { params: { token } })).data),
  )
  if (link instanceof Error) return <BadLink reason={link.message} />
  return (
    <Frame
      title={`Welcome, ${link.firstName}`}
      lead={`Choose a password to sign in to the back office of ${config.chain} as ${link.email}`}
    >
      <ChoosePassword
        min={link.min}
        submit="Accept and sign in"
        onSubmit={async (password) => {
          const { data } = await call(session.acceptInvitation, { params: { token }, body: { password } })
          await enter(data.tokens)
          go('/dashboard')
        }}
      />
    </Frame>
  )
}
