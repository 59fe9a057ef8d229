import { typedNumber } from '#contract/typed-number.ts'
import { showDay } from '#web/ui/format.ts'
import layout from '#web/form/layout.module.css'
import { showExactNaira } from '../rules.ts'
import type { EventDraft } from './draft.ts'
import type { CinemaOption } from './EventForm.tsx'
import styles from './Events.module.css'
import { showStart } from './format.ts'

type Field = keyof EventDraft
type Props = { field: Field; value: EventDraft[Field]; cinemas: readonly CinemaOption[] }

/** A field's value for people, where theirs and yours stand side by side. */
export function DisplayValue({ field, value, cinemas }: Props) {
  if (!value.length) return <i>Empty</i>
  if (typeof value !== 'string')
    return (
      <ul className={styles.lines}>
        {value.map((line) =>
          'ticket' in line ? (
            <li key={`${line.show_time_id} ${line.ticket.product_id}`}>
              {line.movie_name}, {showStart(line.show_time)}, {line.ticket.product_name}
            </li>
          ) : (
            <li key={line.product_id}>
              {line.quantity} × {line.product_name}
            </li>
          ),
        )}
      </ul>
    )
  if (field === 'image') return <img className={layout.visible} src={value} alt="" />
  if (field === 'date') return showDay(value)
  if (field === 'price') return Number.isNaN(typedNumber(value)) ? value : showExactNaira(typedNumber(value))
  if (field === 'cinema_id') return cinemas.find(({ id }) => id === value)?.cinema_name ?? value
  return value
}
