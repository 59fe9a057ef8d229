import { useEffect, useRef, useState } from 'react'
import { Frame } from '#web/plain/Frame.tsx'
import { CHANNEL } from '#web/api/provider.ts'
import { getSession } from '#web/api/store.ts'
import { go } from '#web/location.ts'
import { PublicLink } from '#web/PublicLink.tsx'
import { takeWanted } from '#web/wanted.ts'

/** Where an identity provider sends the browser back to. */
export function ArrivedFromProvider({ provider }: { provider: string }) {
  const [problem, setProblem] = useState<string>()
  const [isConfirmed, setConfirmed] = useState(false)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const { search } = location
    // What it sent is good once: nothing of it stays in the history.
    history.replaceState(null, '', location.pathname)
    void (async () => {
      try {
        const { arrive } = await import('./provider-flow.ts')
        const { isConfirming } = await arrive(provider, search)
        if (isConfirming) {
          new BroadcastChannel(CHANNEL).postMessage('done')
          // Where the browser does not let a page close its window, it says so.
          setConfirmed(true)
          return close()
        }
        go(takeWanted(getSession().user!.id) ?? '/dashboard', { replace: true })
      } catch (failure) {
        setProblem((failure as Error).message)
      }
    })()
  }, [provider])
  if (isConfirmed) return <Frame title="Confirmed" lead="Close this window and go on where you were." />
  return (
    <Frame title={problem ? 'You are not signed in' : 'Signing you in'} lead={problem ?? 'One moment, please.'}>
      {problem && <PublicLink to="/">Back to Login</PublicLink>}
    </Frame>
  )
}
