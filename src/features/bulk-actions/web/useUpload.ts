import { useState } from 'react'
import { ApiFailure } from '#web/api/failure.ts'
import { upload } from '#web/api/upload.ts'
import { imports, type ImportDraft } from '../import-contract.ts'
import { IMPORTS } from '../kind-rules.ts'

type Into = { action: string; asked: Readonly<Record<string, unknown>> }

/** Sends a file, or one of its sheets, to be read: how far it is, and why it was refused. */
export function useUpload({ action, asked }: Into, onRead: (draft: ImportDraft, file: File) => void) {
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<string>()
  const send = async (file: File, sheet?: string) => {
    setError(undefined)
    setShare(0)
    const place = Object.fromEntries((IMPORTS[action]!.place ?? []).map((name) => [name, String(asked[name] ?? '')]))
    try {
      const fields = { action, place: JSON.stringify(place), ...(sheet !== undefined && { sheet }) }
      const { data } = await upload(imports.upload, file, { fields, onProgress: setShare })
      onRead(data, file)
    } catch (failure) {
      setError(failure instanceof ApiFailure ? (failure.fields.file ?? failure.message) : String(failure))
    } finally {
      setShare(undefined)
    }
  }
  return { send, share, error, setError }
}
