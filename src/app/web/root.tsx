import { SESSION_ENDED } from '#contract/message.ts'
import type { Profile } from '#contract/session.ts'
import '#web/strict-csp.ts'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useSession } from '#web/api/session.ts'
import type { Session } from '#web/api/store.ts'
import { go, usePath } from '#web/location.ts'
import { usePart } from '#web/lazy.ts'
import { privatePart, publicPart } from './entries.ts'
import { isForBoth, isPrivate as isPrivatePath, redirectFor } from '#web/public-routes.ts'
import { showToast } from '#web/shell/toasts.ts'
import { Toasts } from '#web/shell/Toasts.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { storeIntended } from '#web/intended-address.ts'

/** @param ended a session that was found to be over when the page was opened */
export function mount(ended: Session | undefined): void {
  if (ended) void announceEnd(ended)
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Stage />
    </StrictMode>,
  )
}

/** What tells the server is fetched: most visits have nothing to tell. */
const announceEnd = async (ended: Session) =>
  (await import('#web/api/sign-out.ts').catch(() => undefined))?.endOnServer(ended)

/**
 * The public half or the private one. After an idle sign-out the private half stays, for the person who left it, behind
 * a sign-in in place (decisions: Session); somebody else starts afresh.
 */
function Stage() {
  const session = useSession()
  const path = usePath()
  const [person, setPerson] = useState<Profile | null>(session.user)
  const [isAnother, setIsAnother] = useState(false)
  const [last, setLast] = useState<Profile | null>(null)

  if (session.user && session.user !== person) {
    setIsAnother(person !== null && person.id !== session.user.id)
    setPerson(session.user)
  } else if (!session.signedIn && session.ended !== 'idle' && person) {
    setLast(person)
    setPerson(null)
    setIsAnother(false)
  }
  useEffect(() => {
    if (session.ended === 'expired') showToast('error', SESSION_ENDED)
  }, [session.ended])

  const isPrivate = person !== null && !isForBoth(path)
  const redirect = isPrivate ? undefined : redirectFor(path, session.signedIn)
  const isLeft = last !== null && session.ended === 'out'
  useEffect(() => {
    if (!redirect) return
    // Whoever logs out is done with the page; a link that was opened, or a session that ran out, is gone on with.
    if (isPrivatePath(location.pathname) && !isLeft)
      storeIntended(`${location.pathname}${location.search}${location.hash}`, last?.id)
    go(redirect, { replace: true })
  }, [redirect, isLeft, last])

  const publicHalf = usePart(isPrivate ? undefined : publicPart)
  const privateHalf = usePart(isPrivate ? privatePart : undefined)
  if (publicHalf.failed || privateHalf.failed) return <LoadFailed />
  if (isPrivate)
    return (
      privateHalf.Part && (
        <privateHalf.Part key={person.id} person={person} isLocked={!session.signedIn} isFresh={isAnother} />
      )
    )
  return (
    <>
      {publicHalf.Part && <publicHalf.Part />}
      <Toasts />
    </>
  )
}
