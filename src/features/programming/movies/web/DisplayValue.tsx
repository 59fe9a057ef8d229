import type { MovieDraft } from '../rules.ts'
import styles from './ShownValue.module.css'

const IMAGES = new Set<keyof MovieDraft>(['posterImage', 'posterImageSmall', 'backdropImage', 'backdropImageSmall'])

/** A field's value for people, where an old and a new one stand side by side. */
export function DisplayValue<K extends Exclude<keyof MovieDraft, 'imported'>>({
  field,
  value,
}: {
  field: K
  value: MovieDraft[K] | undefined
}) {
  if (value === undefined || value === '' || (Array.isArray(value) && !value.length))
    return <i className={styles.nothing}>Empty</i>
  if (IMAGES.has(field))
    return (
      <img
        className={styles.image}
        src={value as string}
        alt={`${field.startsWith('poster') ? 'Poster' : 'Background'}`}
      />
    )
  if (field === 'casts') return <>{(value as MovieDraft['casts']).map((member) => member.name).join(', ')}</>
  if (Array.isArray(value)) return <>{value.join(', ')}</>
  if (typeof value === 'boolean') return <>{value ? 'Yes' : 'No'}</>
  if (field === 'upcoming') return <>{value === 'true' ? 'Yes' : 'No'}</>
  return <>{value as string}</>
}
