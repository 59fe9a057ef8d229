import '#web/strict-csp.ts'
import { Suspense, useEffect } from 'react'
import { Outbox } from '#features/outbox/web/index.tsx'
import {
  AcceptInvitation,
  ArrivedFromProvider,
  ResetPassword,
  ResetRequest,
  SignIn,
} from '#features/session/web/index.tsx'
import { useSession } from '#web/api/session.ts'
import { usePath } from '#web/location.ts'
import { privatePart } from './halves.ts'
import { publicPage } from '#web/public-routes.ts'

/** The pages that need no session: no router, no cache, so that the sign-in is there at once. */
export function PublicApp() {
  const shown = publicPage(usePath(), location.search)
  const { signedIn } = useSession()
  useEffect(() => {
    scrollTo(0, 0)
  }, [shown?.page])
  switch (shown?.page) {
    case 'reset-request':
      return <ResetRequest />
    case 'reset':
      return (
        <Suspense>
          <ResetPassword token={shown.token} name={shown.name} />
        </Suspense>
      )
    case 'invitation':
      return (
        <Suspense>
          <AcceptInvitation token={shown.token} />
        </Suspense>
      )
    case 'outbox':
      return signedIn ? <Outbox /> : <SignIn onTyping={prefetch} />
    case 'sso':
      return (
        <Suspense>
          <ArrivedFromProvider provider={shown.provider} />
        </Suspense>
      )
    case 'sign-in':
      return <SignIn onTyping={prefetch} />
    default:
      return null
  }
}

/** While the password is being typed, what comes after it is fetched. */
const prefetch = () => void privatePart.load().catch(() => undefined)
