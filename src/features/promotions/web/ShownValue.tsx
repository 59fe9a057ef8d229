import { isVideo } from '#features/media/rules.ts'
import { showDay } from '#web/ui/format.ts'
import layout from '#web/form/layout.module.css'
import type { PromotionDraft } from './draft.ts'

const MEDIA = new Set<keyof PromotionDraft>(['web_media', 'mobile_media', 'thumbnail'])

/** A field's value for people, where theirs and yours stand side by side. */
export function ShownValue({ field, value }: { field: keyof PromotionDraft; value: string | boolean }) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (!value) return <i>nothing</i>
  if (MEDIA.has(field) && !isVideo(value)) return <img className={layout.shown} src={value} alt="" />
  if (field === 'starts_at' || field === 'ends_at') return `${showDay(value.slice(0, 10))} ${value.slice(11)}`
  return value
}
