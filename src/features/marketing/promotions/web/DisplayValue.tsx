import { isVideo } from '#features/programming/media/rules.ts'
import { showDay } from '#web/ui/format.ts'
import layout from '#web/form/layout.module.css'

const MEDIA = new Set(['web_media', 'mobile_media', 'web_image', 'mobile_image', 'thumbnail'])

/** A field's value for people, where theirs and yours stand side by side. */
export function DisplayValue({ field, value }: { field: string; value: string | boolean }) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (!value) return <i>Empty</i>
  if (MEDIA.has(field) && !isVideo(value)) return <img className={layout.visible} src={value} alt="" />
  if (field === 'starts_at' || field === 'ends_at') return `${showDay(value.slice(0, 10))} ${value.slice(11)}`
  return value
}
