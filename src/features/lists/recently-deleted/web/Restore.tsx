import { useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { recentlyDeleted } from '../contract.ts'
import type { Kind } from '../rules.ts'
import { RESTORING } from '../restoring.ts'

/** The button that restores a record by the call of its own feature. */
export default function Restore({ kind, id, title }: { kind: Kind; id: number; title: string }) {
  const call = RESTORING[kind]
  // A restored record is gone from this list: it is of another feature, whose contract does not know of it.
  const restore = useSave({
    ...call,
    alsoStale: [...('alsoStale' in call ? call.alsoStale : []), recentlyDeleted.list.feature],
  })
  return (
    <ActionButton
      variant="subtle"
      size="compact-xs"
      permission={call.permission}
      loading={restore.isPending}
      aria-label={`Restore ${title}`}
      onClick={() => restore.mutate({ params: { id } })}
    >
      Restore
    </ActionButton>
  )
}
