import './strict-csp.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SignInAgain } from '#features/session/web/index.tsx'
import type { Profile } from '#features/session/contract.ts'
import { createQueryClient } from './api/queries.ts'
import { Rights } from './api/Rights.tsx'
import { watchFaults } from './faults.ts'
import { createAppRouter } from './router.tsx'
import { part, usePart } from './parts.ts'
import { isPrivate } from './public-routes.ts'
import { screenAt, screens } from './screens.ts'
import { clearAlerts } from './shell/alerts.ts'
import { Alerts } from './shell/Alerts.tsx'
import { navEntries } from './shell/entries.ts'
import { Idle } from './shell/Idle.tsx'
import { homeOf } from './shell/nav.ts'
import { OfflineBanner } from './shell/OfflineBanner.tsx'
import { takeBack } from './ui/confirm.ts'
import { ConfirmHost } from './ui/ConfirmHost.tsx'
import { letGoOfFiles } from './ui/useFileDrop.ts'
import { takeWanted } from './wanted.ts'

watchFaults()
letGoOfFiles()

// This file is fetched while the password is being typed: the screen that the sign-in leads to comes along.
if (!isPrivate(location.pathname))
  screenAt(screens, homeOf(navEntries, '/dashboard') ?? '')
    ?.load()
    .catch(() => undefined)

const demoNote = part(() => import('./shell/DemoNote.tsx').then((module) => module.DemoNote))

/** Not worth waiting for: it comes after the screen. */
function DemoNote() {
  const { Part: Note } = usePart(demoNote)
  return Note && <Note />
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
    const wanted = takeWanted(person.id)
    if (isFresh) history.replaceState(null, '', '/dashboard')
    else if (wanted && !isPrivate(location.pathname)) history.replaceState(null, '', wanted)
    return createAppRouter()
  })
  useEffect(
    () => () => {
      // What was asked and said was for the one who is gone.
      takeBack()
      clearAlerts()
    },
    [],
  )
  useEffect(() => {
    // What failed while nobody was signed in is asked for again.
    if (!isLocked) void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [isLocked, client])
  useEffect(() => () => router.history.destroy(), [router])

  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Rights isSignedIn={!isLocked} />
      <ConfirmHost />
      <OfflineBanner />
      {isLocked ? (
        <SignInAgain person={person} />
      ) : (
        <>
          <Idle />
          <Alerts />
          <DemoNote />
        </>
      )}
    </QueryClientProvider>
  )
}
