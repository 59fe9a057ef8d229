import type { Endpoint } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { useFeatures } from '../features.ts'
import { usePart } from '../lazy.ts'

/** Which list lines are imported into: the call of its file, and what that is asked. */
export type ImportInto = { file: Endpoint; query: Readonly<Record<string, unknown>> }

/** Imports a file into the list, for those who may. The list does not wait for it. */
export function ImportButton(into: ImportInto) {
  const me = useMe()
  const slot = useFeatures().find(({ imports }) => imports)?.imports
  const takes = slot?.lists[`${into.file.feature}.${into.file.name}`]
  const { Part: Button } = usePart(takes && !refusal(me, takes) ? slot?.button : undefined)
  return Button && <Button {...into} />
}
