import type { Endpoint } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { useFeatures } from '../features.ts'
import { usePart } from '../lazy.ts'

/** List to import into: the call of its file, and the query. */
export type ImportInto = { file: Endpoint; query: Readonly<Record<string, unknown>> }

/** Imports a file into the list, for people with permission. The list does not wait for the button. */
export function ImportButton(into: ImportInto) {
  const me = useMe()
  const slot = useFeatures().find(({ imports }) => imports)?.imports
  const takes = slot?.lists[`${into.file.feature}.${into.file.name}`]
  const { Part: Button } = usePart(takes && !refusal(me, takes) ? slot?.button : undefined)
  return Button && <Button {...into} />
}
