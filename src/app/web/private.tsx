import type { Profile } from '#contract/session.ts'
import '#web/strict-csp.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SignInAgain } from '#features/access/session/web/index.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { Rights } from '#web/api/Rights.tsx'
import { watchFaults } from '#web/faults.ts'
import { Ground } from '#web/Ground.tsx'
import { FeaturesProvider, navOf } from '#web/features.ts'
import { features } from '../web-features.ts'
import { reportFault } from './faults.ts'
import { createAppRouter } from './router.tsx'
import { part, usePart, type LazyPart } from '#web/lazy.ts'
import { isPrivate } from '#web/public-routes.ts'
import { screenAt } from '#contract/screen-at.ts'
import { screens } from './screens.ts'
import { clearToasts } from '#web/shell/toasts.ts'
import { Toasts } from '#web/shell/Toasts.tsx'
import { Idle } from '#web/shell/Idle.tsx'
import { homeOf } from '#web/shell/nav.ts'
import { OfflineBanner } from '#web/shell/OfflineBanner.tsx'
import { dismiss } from '#web/ui/confirm.ts'
import { ReasonHost } from '#web/shell/ReasonHost.tsx'
import { ReauthenticationHost } from '#web/shell/ReauthenticationHost.tsx'
import { ConfirmHost } from '#web/ui/ConfirmHost.tsx'
import { ignoreDrops } from '#web/ui/useFileDrop.ts'
import { takeIntended } from '#web/intended-address.ts'

watchFaults(reportFault)

ignoreDrops()

// This file is fetched while the password is being typed: the screen that the sign-in leads to comes along.
if (!isPrivate(location.pathname))
  screenAt(screens, homeOf(navOf(features), '/dashboard') ?? '')
    ?.load()
    .catch(() => undefined)

/** Not worth waiting for: they come after the screen. */
const notes = features.flatMap(({ note }) => note ?? []).map(part)

function Note({ of }: { of: LazyPart<object> }) {
  const { Part: Here } = usePart(of)
  return Here && <Here />
}

type Props = {
  person: Profile
  /** Signed out by idleness: the page waits behind the sign-in. */
  isLocked: boolean
  /** Somebody else was here before: begin at the beginning. */
  isFresh: boolean
}

/** Everything behind the sign-in. One is made for each person: cache, router and screens are never handed on. */
export function PrivateApp({ person, isLocked, isFresh }: Props) {
  const [client] = useState(createQueryClient)
  const [router] = useState(() => {
    const wanted = takeIntended(person.id)
    if (isFresh) history.replaceState(null, '', '/dashboard')
    else if (wanted && !isPrivate(location.pathname)) history.replaceState(null, '', wanted)
    return createAppRouter()
  })
  useEffect(
    () => () => {
      // What was asked and said was for the one who is gone.
      dismiss()
      clearToasts()
    },
    [],
  )
  useEffect(() => {
    // What failed while nobody was signed in is asked for again.
    if (!isLocked) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [isLocked, client])
  useEffect(() => () => router.history.destroy(), [router])

  return (
    <Ground>
      <QueryClientProvider client={client}>
        <FeaturesProvider value={features}>
          <RouterProvider router={router} />
        </FeaturesProvider>
        <Rights isSignedIn={!isLocked} />
        <ConfirmHost />
        <ReasonHost />
        <ReauthenticationHost />
        <OfflineBanner />
        {isLocked ? (
          <SignInAgain person={person} />
        ) : (
          <>
            <Idle />
            <Toasts />
            {notes.map((note, at) => (
              <Note key={at} of={note} />
            ))}
          </>
        )}
      </QueryClientProvider>
    </Ground>
  )
}
