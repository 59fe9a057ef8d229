import { useEffect, useRef, useState } from 'react'
import { ApiFailure } from '#web/api/client.ts'
import { noteUpload } from '#web/form/uploads.ts'
import { showToast } from '#web/shell/toasts.ts'
import { useErrorToast } from '#web/shell/useErrorToast.ts'
import { useObjectUrl } from '#web/ui/useObjectUrl.ts'

/** Pictures that every browser draws. */
const DISPLAYABLE: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']

export type Sending = { signal: AbortSignal; onProgress: (share: number) => void }
type Send = (how: Sending) => Promise<string>

/**
 * A file on its way to the store: how far it is, its own picture meanwhile, what went wrong, and a way to stop it. It stops with its picker, too;
 * the form waits for it.
 */
export function useSending(label: string, onStored: (address: string) => void, saying: (address: string) => string) {
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [picture, setPicture] = useState<File>()
  const preview = useObjectUrl(picture)
  const stop = useRef<AbortController>(undefined)
  const toast = useErrorToast()
  useEffect(() => () => stop.current?.abort(), [])

  const send = async (send: Send, file?: File) => {
    const { signal } = (stop.current = new AbortController())
    const ended = noteUpload(label)
    setProblem(undefined)
    setProgress(0)
    setPicture(file && DISPLAYABLE.includes(file.type) ? file : undefined)
    try {
      const address = await send({ signal, onProgress: setProgress })
      onStored(address)
      toast.clear()
      showToast('success', saying(address))
    } catch (failure) {
      if (signal.aborted) return
      const message = failure instanceof ApiFailure ? failure.message : 'The file could not be uploaded'
      setProblem(message)
      toast.show(message)
    } finally {
      ended()
      setProgress(undefined)
      setPicture(undefined)
    }
  }
  return { progress, preview, problem, setProblem, send, cancel: () => stop.current?.abort() }
}
