import { focusField } from '#web/form/focus-field.ts'
import { PARTS, type Part } from '../part-rules.ts'
import type { MovieDraft } from '../rules.ts'
import { LABELS } from './draft.ts'

type Field = Exclude<keyof MovieDraft, 'imported'>

/** Brings a part of the form into view, with the focus in its field in which something is wrong, else in its first. */
export function goToPart(name: string, problems: Partial<Record<keyof MovieDraft, string>>): void {
  if (!Object.hasOwn(PARTS, name)) return
  const part: readonly Field[] = PARTS[name as Part]
  focusField(LABELS[part.find((field) => problems[field]) ?? part[0]!])
}
