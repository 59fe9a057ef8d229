import { useState } from 'react'
import { ApiFailure } from '#web/api/failure.ts'
import { upload } from '#web/api/upload.ts'
import { imports, type ImportDraft } from '../import-contract.ts'
import { IMPORTS } from '../kind-rules.ts'

/** What was chosen by hand of how a file is read. */
export type HowRead = Partial<Record<'sheet' | 'separator' | 'encoding' | 'heading' | 'hidden', string>>
export type OnRead = (draft: ImportDraft, file: File, how: HowRead) => void
type Into = { action: string; place: Readonly<Record<string, unknown>> }

/** Sends a file to be read, in another way than before or anew: how far it is, and why it was refused. */
export function useUpload({ action, place: target }: Into, onRead: OnRead) {
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<string>()
  const send = async (file: File, how: HowRead = {}) => {
    setError(undefined)
    setShare(0)
    const place = Object.fromEntries((IMPORTS[action]!.place ?? []).map((name) => [name, String(target[name] ?? '')]))
    try {
      const fields = { action, place: JSON.stringify(place), ...how }
      const { data } = await upload(imports.upload, file, { fields, onProgress: setShare })
      onRead(data, file, how)
    } catch (failure) {
      setError(failure instanceof ApiFailure ? (Object.values(failure.fields)[0] ?? failure.message) : String(failure))
    } finally {
      setShare(undefined)
    }
  }
  return { send, share, error, setError }
}
