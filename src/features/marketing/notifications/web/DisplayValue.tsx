import { showDay } from '#web/ui/format.ts'
import layout from '#web/form/layout.module.css'
import { AUDIENCE_LABELS, type Audience } from '../rules.ts'
import type { NotificationDraft } from './draft.ts'

/** A field's value for people, where theirs and yours stand side by side. */
export function DisplayValue({ field, value }: { field: keyof NotificationDraft; value: string }) {
  if (!value) return <i>Empty</i>
  if (field === 'image') return <img className={layout.visible} src={value} alt="" />
  if (field === 'audience') return AUDIENCE_LABELS[value as Audience]
  if (field === 'control_percent') return `${value}%`
  if (field === 'moment') return `${showDay(value.slice(0, 10))} ${value.slice(11)}`
  return value
}
