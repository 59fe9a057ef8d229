import { useEffect, useRef, useState } from 'react'
import { Frame } from '#web/plain/Frame.tsx'
import { CHANNEL } from '#web/api/provider.ts'
import { getSession } from '#web/api/store.ts'
import { go } from '#web/location.ts'
import { PublicLink } from '#web/PublicLink.tsx'
import { takeIntended } from '#web/intended-address.ts'

/** Where an identity provider sends the browser back to. */
export function ArrivedFromProvider({ provider }: { provider: string }) {
  const [problem, setProblem] = useState<string>()
  const [isLinking, setLinking] = useState(false)
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
        const { purpose, done } = arrive(provider, search)
        setLinking(purpose === 'link')
        await done
        if (purpose === 'link') return go('/dashboard/account?tab=security', { replace: true })
        if (purpose === 'confirm') {
          new BroadcastChannel(CHANNEL).postMessage('done')
          // Where the browser does not let a page close its window, it says so.
          setConfirmed(true)
          return close()
        }
        go(takeIntended(getSession().user!.id) ?? '/dashboard', { replace: true })
      } catch (failure) {
        setProblem((failure as Error).message)
      }
    })()
  }, [provider])
  if (isConfirmed) return <Frame title="Confirmed" lead="You can close this window and continue" />
  const title = isLinking ? ['Linking', 'Provider not linked'] : ['Signing you in', 'You are not signed in']
  return (
    <Frame title={title[problem ? 1 : 0]!} lead={problem ?? 'One moment, please'}>
      {problem &&
        (isLinking ? (
          <PublicLink to="/dashboard/account?tab=security">Back to My account</PublicLink>
        ) : (
          <PublicLink to="/">Back to Login</PublicLink>
        ))}
    </Frame>
  )
}
