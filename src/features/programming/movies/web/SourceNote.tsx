import { showInstant } from '#web/ui/format.ts'
import type { MovieRecord } from '../contract.ts'
import { importLabel, type Imported } from '../rules.ts'
import styles from './MovieForm.module.css'

const NAMES: Record<MovieRecord['sources'][number]['source'], string> = {
  tmdb: 'TMDB',
  embedded: 'the demo catalogue',
}
const NAMED = 2

type Props = { record: MovieRecord; imported: readonly Imported[] }

/** Which fields stand as a movie database has them and since when, with the words that it asks for beside its data. */
export default function SourceNote({ record: { sources, attribution }, imported }: Props) {
  const parts = [...Map.groupBy(sources, ({ source }) => source)].map(
    ([source, of]) => `${named(of.map(({ field }) => importLabel(field)))} from ${NAMES[source]}, ${daysOf(of)}`,
  )
  return (
    <p className={styles.muted}>{[...parts, attribution ?? imported.at(-1)?.attribution].filter(Boolean).join('. ')}</p>
  )
}

/** "Title, Description and 6 more" */
const named = (labels: readonly string[]) => {
  const rest = labels.length - NAMED
  if (rest > 1) return `${labels.slice(0, NAMED).join(', ')} and ${rest} more`
  return labels.length > 1 ? `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}` : labels.join()
}

const daysOf = (sources: MovieRecord['sources']) => {
  const days = sources.map(({ imported_at: at }) => at).sort()
  const [first, last] = [days[0]!, days.at(-1)!].map((at) => showInstant(at).slice(0, 10))
  return first === last ? first : `${first} to ${last}`
}
