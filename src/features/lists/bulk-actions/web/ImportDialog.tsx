import { useState } from 'react'
import { useSave } from '#web/api/queries.ts'
import { bulkActions } from '../contract.ts'
import type { ImportDraft } from '../import-contract.ts'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportFile } from './ImportFile.tsx'
import { Progress } from './Progress.tsx'
import type { HowRead, OnRead } from './useUpload.ts'

type Props = { action: string; place: Readonly<Record<string, unknown>>; onClose: () => void }

/** A file, which of its columns is what, and what becomes of its lines. */
export default function ImportDialog({ action, place, onClose }: Props) {
  const [draft, setDraft] = useState<ImportDraft>()
  const [from, setFrom] = useState<{ file: File; how: HowRead }>()
  /** The import that is checked, or what takes it back. */
  const [begun, setBegun] = useState<number>()
  const drop = useSave(bulkActions.cancel, { says: false, onFailure: () => true })
  // What is not imported is not kept waiting.
  const discard = () => draft && drop.mutate({ params: { id: draft.id } })
  if (begun !== undefined)
    return (
      <Progress
        key={begun}
        id={begun}
        onBack={begun === draft?.id ? () => setBegun(undefined) : undefined}
        onUndo={setBegun}
        onClose={onClose}
      />
    )
  const read: OnRead = (next, file, how) => {
    discard()
    setDraft(next)
    setFrom({ file, how })
  }
  if (!draft || !from) return <ImportFile action={action} place={place} onRead={read} onClose={onClose} />
  return (
    <ImportColumns
      key={draft.id}
      draft={draft}
      {...from}
      place={place}
      onRead={read}
      onChosen={(chosen) => setDraft({ ...draft, chosen })}
      onCheck={() => setBegun(draft.id)}
      onClose={() => {
        discard()
        onClose()
      }}
    />
  )
}
