import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useOpener } from '../ui/useOpener.ts'
import styles from './List.module.css'
import { LazyListMenu } from './menu.ts'

export type Filter = {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

type Props = {
  filters: readonly Filter[]
  values: Record<string, unknown>
  onChange: (patch: Record<string, string | undefined>) => void
}

/** Filters in force are chips, whose value can be changed and which can be taken away; the others wait behind one button. */
export function Filters({ filters, values, onChange }: Props) {
  const active = filters.filter((filter) => values[filter.name] !== undefined)
  const rest = filters.filter((filter) => values[filter.name] === undefined)
  const place = useRef<HTMLSpanElement>(null)
  const isRemoved = useRef(false)
  useEffect(() => {
    // A chip that was taken away is gone with its button: the focus goes to where it can be put back.
    if (isRemoved.current) place.current?.querySelector('button')?.focus()
    isRemoved.current = false
  }, [active.length])
  return (
    <>
      {active.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          value={values[filter.name]}
          onChange={(value) => {
            isRemoved.current = value === undefined
            onChange({ [filter.name]: value })
          }}
        />
      ))}
      {rest.length > 0 && (
        <span ref={place}>
          <AddFilter filters={rest} onChange={onChange} />
        </span>
      )}
    </>
  )
}

type ChipProps = { filter: Filter; value: unknown; onChange: (value: string | undefined) => void }

function Chip({ filter: { label, options }, value, onChange }: ChipProps) {
  const { opener, popup } = useOpener('menu', LazyListMenu)
  const entries = options.map((option) => ({
    label: option.label,
    isChosen: option.value === String(value),
    onChoose: () => onChange(option.value),
  }))
  return (
    <span className={styles.chip}>
      <button type="button" className={styles.chipValue} {...opener}>
        {label} <b>{entries.find(({ isChosen }) => isChosen)?.label}</b>
      </button>
      <LazyListMenu {...popup} position="bottom-start" kind="one" entries={entries} />
      <button
        type="button"
        className={styles.chipRemove}
        aria-label={`Remove the filter ${label}`}
        onClick={() => onChange(undefined)}
      >
        <IconX size={13} />
      </button>
    </span>
  )
}

function AddFilter({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  const { opener, popup } = useOpener('menu', LazyListMenu)
  const groups = filters.map(({ name, label, options }) => ({
    label,
    entries: options.map((option) => ({ label: option.label, onChoose: () => onChange({ [name]: option.value }) })),
  }))
  return (
    <>
      <button type="button" className={styles.addFilter} {...opener}>
        <IconPlus size={13} /> Filter
      </button>
      <LazyListMenu {...popup} position="bottom-start" kind="groups" groups={groups} />
    </>
  )
}
