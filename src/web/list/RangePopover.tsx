import { Button, Popover, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { NONE, readRange, SOME, writeRange, type FilterOf } from '#contract/filter.ts'
import type { Day } from '#contract/time.ts'
import { OpenedAt } from '../ui/OpenedAt.tsx'
import type { Opened } from '../ui/useOpener.ts'
import { NOT_EMPTY, noneOf, type Filter } from './filter-text.ts'
import styles from './Ranges.module.css'

export type RangeProps = {
  filter: Filter
  of: FilterOf
  text: string | undefined
  /** Day that relative dates count from. */
  today: Day
  /** Returns why a value is rejected. */
  refusal: (text: string) => string | undefined
  onAsk: (text: string | undefined) => void
}

type PopoverProps = Opened & RangeProps & { children: (onAsk: RangeProps['onAsk']) => ReactNode }

/** Popover for a range, which closes when a value is requested. */
export const RangePopover = ({ id, opened, button, onChange, filter, of, text, onAsk, children }: PopoverProps) => {
  const ask = (wanted: string | undefined) => {
    onAsk(wanted)
    onChange(false)
  }
  return (
    <Popover
      id={id}
      opened={opened}
      onChange={onChange}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <OpenedAt button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={filter.label}>
        {children(ask)}
        {of.canBeEmpty && (
          <div className={styles.empty}>
            {[
              { to: NONE, label: noneOf(filter) },
              { to: SOME, label: NOT_EMPTY },
            ].map(({ to, label }) => (
              <Button
                key={to}
                variant={text === to ? 'light' : 'subtle'}
                color="gray"
                size="compact-sm"
                aria-pressed={text === to}
                onClick={() => ask(text === to ? undefined : to)}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

type FieldsProps = RangeProps & {
  /** Convert typed text to the address and back. */
  read: (typed: string) => string
  show: (end: string) => string
  placeholder?: string
}

const ENDS = ['from', 'to'] as const
type End = (typeof ENDS)[number]

/** Errors for typed ends, because the server's are about the address. */
const TO_TYPE: Record<FilterOf['kind'], string> = {
  amount: 'Enter amounts, such as 5,000 or 12,500.50',
  count: 'Enter whole numbers, such as 25',
  day: 'Enter dates, such as 30/11/2026',
  choice: 'Enter a search term',
}

/** Fields of both ends, each optional. Wrong text stays, with an error. */
export function RangeFields({ of, text, refusal, onAsk, read, show, placeholder }: FieldsProps) {
  const range = text === undefined ? {} : readRange(text)
  const { from, to } = typeof range === 'string' ? {} : range
  const [typed, type] = useState({ from: from ? show(from) : '', to: to ? show(to) : '' })
  const [wrong, setWrong] = useState<{ text: string; ends: readonly End[] }>()
  const apply = () => {
    const wanted = { from: read(typed.from), to: read(typed.to) }
    const strange = ENDS.filter((end) => refusedOf({ [end]: wanted[end] }))
    const refused = strange.length ? TO_TYPE[of.kind] : refusedOf(wanted)
    setWrong(refused ? { text: refused, ends: strange.length ? strange : ENDS } : undefined)
    if (!refused) onAsk(writeRange(wanted))
  }
  const refusedOf = (ends: Partial<Record<End, string>>) => {
    const value = writeRange(ends)
    return value === undefined ? undefined : refusal(value)
  }
  return (
    <form
      className={styles.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {ENDS.map((end) => (
        <TextInput
          key={end}
          size="xs"
          className={styles.end}
          label={end === 'from' ? 'From' : 'To'}
          inputMode={of.kind === 'amount' ? 'decimal' : of.kind === 'count' ? 'numeric' : 'text'}
          leftSection={of.kind === 'amount' ? '₦' : undefined}
          placeholder={placeholder}
          autoComplete="off"
          value={typed[end]}
          error={Boolean(wrong?.ends.includes(end))}
          onChange={({ currentTarget: { value } }) => {
            setWrong(undefined)
            type({ ...typed, [end]: value })
          }}
        />
      ))}
      <Button type="submit" size="xs">
        Apply
      </Button>
      {wrong && (
        <p role="alert" className={styles.wrong}>
          {wrong.text}
        </p>
      )}
    </form>
  )
}
