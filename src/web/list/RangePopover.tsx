import { Button, Popover, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { NONE, readRange, SOME, writeRange, type FilterOf } from '#contract/filter.ts'
import type { Day } from '#contract/time.ts'
import { OpenedAt } from '../ui/OpenedAt.tsx'
import type { Opened } from '../ui/useOpener.ts'
import { NOT_EMPTY, noneOf, type Filter } from './filter-words.ts'
import styles from './Ranges.module.css'

export type RangeProps = {
  filter: Filter
  of: FilterOf
  text: string | undefined
  /** The day that words for days count from. */
  today: Day
  /** Why a text is not asked for. */
  refusal: (text: string) => string | undefined
  onAsk: (text: string | undefined) => void
}

type PopoverProps = Opened & RangeProps & { children: (onAsk: RangeProps['onAsk']) => ReactNode }

/** What a range is chosen in. It closes with what is asked for. */
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
  /** What was typed as an address says it, and back. */
  read: (typed: string) => string
  show: (end: string) => string
  placeholder?: string
}

/** Both ends, either of which may be left out. What is typed wrong stays, and is said to be wrong. */
export function RangeFields({ of, text, refusal, onAsk, read, show, placeholder }: FieldsProps) {
  const range = text === undefined ? {} : readRange(text)
  const { from, to } = typeof range === 'string' ? {} : range
  const [typed, type] = useState({ from: from ? show(from) : '', to: to ? show(to) : '' })
  const [wrong, setWrong] = useState<string>()
  const apply = () => {
    const wanted = writeRange({ from: read(typed.from), to: read(typed.to) })
    const refused = wanted === undefined ? undefined : refusal(wanted)
    setWrong(refused)
    if (!refused) onAsk(wanted)
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
      {(['from', 'to'] as const).map((end) => (
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
          error={Boolean(wrong)}
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
          {wrong}
        </p>
      )}
    </form>
  )
}
