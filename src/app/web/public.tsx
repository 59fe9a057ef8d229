import '#web/strict-csp.ts'
import { Suspense, useEffect } from 'react'
import { sharedReport } from '#features/lists/reports/web/public.ts'
import { outbox } from '#features/operations/outbox/web/index.ts'
import {
  acceptInvitation,
  arrivedFromProvider,
  resetPassword,
  resetRequest,
  SignIn,
} from '#features/access/session/web/index.ts'
import { useSession } from '#web/api/session.ts'
import { usePart, type LazyPart } from '#web/lazy.ts'
import { usePath } from '#web/location.ts'
import { privatePart } from './entries.ts'
import { publicPage } from '#web/public-routes.ts'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'

/** The pages that need no session: no router, no cache, so that the sign-in is there at once. */
export function PublicApp() {
  const screen = publicPage(usePath(), location.search)
  const { signedIn } = useSession()
  useEffect(() => {
    scrollTo(0, 0)
  }, [screen?.page])
  switch (screen?.page) {
    case 'reset-request':
      return <Page key="reset-request" of={resetRequest} with={{}} />
    case 'reset':
      return <Page key="reset" of={resetPassword} with={{ token: screen.token, name: screen.name }} />
    case 'invitation':
      return <Page key="invitation" of={acceptInvitation} with={{ token: screen.token }} />
    case 'shared-report':
      return <Page key="shared-report" of={sharedReport} with={{ token: screen.token }} />
    case 'sso':
      return <Page key="sso" of={arrivedFromProvider} with={{ provider: screen.provider }} />
    case 'outbox':
      return signedIn ? <Page key="outbox" of={outbox} with={{}} /> : <SignIn onTyping={prefetch} />
    case 'sign-in':
      return <SignIn onTyping={prefetch} />
    default:
      return null
  }
}

/** A page that is fetched when it is opened; one may wait for what the server says of its link. */
function Page<P extends object>({ of, with: props }: { of: LazyPart<P>; with: P }) {
  const { Part, failed } = usePart(of)
  if (failed) return <LoadFailed />
  return <Suspense>{Part && <Part {...props} />}</Suspense>
}

/** While the password is being typed, what comes after it is fetched. */
const prefetch = () => void privatePart.load().catch(() => undefined)
