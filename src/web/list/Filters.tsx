import { IconPlus, IconX } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { filterOf, type FilterOf } from '#contract/filter.ts'
import type { Day } from '#contract/time.ts'
import { todayOf } from '../ui/format.ts'
import { lazyDialog } from '../ui/lazyDialog.tsx'
import { useOpener } from '../ui/useOpener.ts'
import { choicesOf } from './choices.ts'
import { filterText, type Filter } from './filter-text.ts'
import styles from './List.module.css'
import { LazyListMenu } from './menu.ts'
import { fieldsOf, refusalOf } from './read-address.ts'

export type { Filter } from './filter-text.ts'

// Loaded on hover or focus, because most visits use no range.
const RangeFilter = lazyDialog(() => import('./RangeFilter.tsx').then((module) => module.RangeFilter))
const DayFilter = lazyDialog(() => import('./DayFilter.tsx').then((module) => module.DayFilter))

type Props = {
  filters: readonly Filter[]
  /** Query of the list's file; its schema has the type of each filter. */
  query: z.core.$ZodType | undefined
  values: Record<string, unknown>
  onChange: (patch: Record<string, string | undefined>) => unknown
}

/** Active filters are chips, which open their control and can be removed; the others are behind one button. */
export function Filters({ filters, query, values, onChange }: Props) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const fields = fieldsOf(query)
  /** Filter with an open control: its chip stays while it has no value. */
  const [open, setOpen] = useState<string>()
  const asking = useRef<Promise<unknown>>(Promise.resolve())
  /**
   * Returns the value in the address, with relative dates, and with values that the list rejects, so that they can be
   * changed or removed.
   */
  const textOf = ({ name }: Filter) => {
    const value = search[name]
    if (typeof value === 'string' && value !== '') return value
    return values[name] === undefined ? undefined : String(values[name])
  }
  const visible = filters.filter((filter) => textOf(filter) !== undefined || filter.name === open)
  const rest = filters.filter((filter) => !visible.includes(filter))
  const place = useRef<HTMLSpanElement>(null)
  /** Value requested by the control opened last. */
  const last = useRef<string | undefined>('')
  const before = useRef(visible.length)
  useEffect(() => {
    // A removed chip takes its button with it, so the focus moves to the button that adds filters.
    if (visible.length < before.current && last.current === undefined) place.current?.querySelector('button')?.focus()
    before.current = visible.length
  }, [visible.length])
  const ask = (name: string, text: string | undefined) => {
    last.current = text
    asking.current = Promise.resolve(onChange({ [name]: text }))
  }
  // The address may not have the latest value yet.
  const close = (name: string) => void asking.current.then(() => setOpen((now) => (now === name ? undefined : now)))
  return (
    <>
      {visible.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          of={filterOf(fields[filter.name])}
          text={textOf(filter)}
          today={todayOf(query)}
          refusal={(text) => refusalOf(query, filter.name, text)}
          isNew={filter.name === open}
          onOpen={(isOpen) => {
            if (!isOpen) return close(filter.name)
            last.current = textOf(filter)
            setOpen(filter.name)
          }}
          onAsk={(text) => ask(filter.name, text)}
          onRemove={() => {
            setOpen(undefined)
            ask(filter.name, undefined)
          }}
        />
      ))}
      {rest.length > 0 && (
        <span ref={place}>
          <AddFilter
            filters={rest}
            onAdd={(name) => {
              last.current = undefined
              setOpen(name)
            }}
          />
        </span>
      )}
    </>
  )
}

type ChipProps = {
  filter: Filter
  /** Undefined for a field with one value of its options. */
  of: FilterOf | undefined
  text: string | undefined
  /** Day that relative dates count from. */
  today: Day
  /** Returns why a value is rejected. */
  refusal: (text: string) => string | undefined
  /** Opens by itself. */
  isNew: boolean
  onOpen: (isOpen: boolean) => void
  onAsk: (text: string | undefined) => void
  onRemove: () => void
}

function Chip({ filter, of, text, today, refusal, isNew, onOpen, onAsk, onRemove }: ChipProps) {
  const isChoice = !filter.Picker && (!of || of.kind === 'choice')
  const Popover = filter.Picker ?? (of?.kind === 'day' ? DayFilter : RangeFilter)
  const { opener, popup } = useOpener(isChoice ? 'menu' : 'dialog', isChoice ? LazyListMenu : Popover)
  const open = (isOpen: boolean) => {
    popup.onChange(isOpen)
    onOpen(isOpen)
  }
  useEffect(() => {
    if (isNew) popup.onChange(true)
    // oxlint-disable-next-line react/exhaustive-deps -- as it comes
  }, [])
  const opened = { ...popup, onChange: open }
  return (
    <span className={styles.chip}>
      <button type="button" className={styles.chipValue} {...opener} onClick={() => open(!popup.opened)}>
        {filter.label} <b>{text === undefined ? '…' : filterText(filter, of, text, today)}</b>
      </button>
      {isChoice ? (
        <LazyListMenu {...opened} position="bottom-start" {...choicesOf(filter, of, text, onAsk)} />
      ) : (
        <Popover {...opened} filter={filter} of={of!} text={text} today={today} refusal={refusal} onAsk={onAsk} />
      )}
      <button
        type="button"
        className={styles.chipRemove}
        aria-label={`Remove the filter ${filter.label}`}
        onClick={onRemove}
      >
        <IconX size={13} />
      </button>
    </span>
  )
}

function AddFilter({ filters, onAdd }: { filters: readonly Filter[]; onAdd: (name: string) => void }) {
  const { opener, popup } = useOpener('menu', LazyListMenu)
  const entries = filters.map(({ name, label }) => ({ label, onChoose: () => onAdd(name) }))
  return (
    <>
      <button type="button" className={styles.addFilter} {...opener}>
        <IconPlus size={13} /> Filter
      </button>
      <LazyListMenu {...popup} position="bottom-start" kind="groups" groups={[{ label: 'Filter by', entries }]} />
    </>
  )
}
