import type { ComponentType } from 'react'
import { showCount } from '#contract/counted.ts'
import { NONE, readChoice, readRange, SOME, type FilterOf } from '#contract/filter.ts'
import { showNaira } from '#contract/money.ts'
import { relativeDay } from '#contract/relative-day.ts'
import { showDay, type Day } from '#contract/time.ts'
import type { Opened } from '../ui/useOpener.ts'
import type { RangeProps } from './RangePopover.tsx'

/** Picker of a filter without a menu, loaded on hover or focus. */
type Picker = ComponentType<Opened & RangeProps> & { load: () => Promise<unknown> }
type Option = { value: string; label: string }
export type Filter = {
  name: string
  label: string
  /** Options of a choice: labels by value, texts that are their own labels, or both in their own order. */
  options?: readonly (string | Option)[] | Readonly<Record<string, string>>
  /** Offers future dates first. */
  isComing?: boolean
  /** Picker of a choice with more options than a menu can show; its options are the chosen ones. */
  Picker?: Picker | undefined
  /** Label for an empty field: "Never used". */
  none?: string
}

export const NOT_EMPTY = 'Not empty'
export const noneOf = ({ none = 'Empty' }: Filter) => none

/** Relative dates (`relativeDay`), so that they move with the calendar. */
export const LATELY = [
  { text: 'today', label: 'Today' },
  { text: 'today-1', label: 'Yesterday' },
  { text: 'today-6..today', label: 'Last 7 days' },
  { text: 'today-29..today', label: 'Last 30 days' },
  { text: 'month..today', label: 'This month' },
  { text: 'month-1m..month-1', label: 'Last month' },
  { text: 'year..today', label: 'This year' },
]
export const SOON = [
  { text: 'today', label: 'Today' },
  { text: 'today+1', label: 'Tomorrow' },
  { text: 'friday', label: 'Next Friday' },
  { text: 'today..today+6', label: 'Next 7 days' },
  { text: 'today..today+29', label: 'Next 30 days' },
  { text: 'month..monthend', label: 'This month' },
  { text: 'today..', label: 'Today and later' },
  { text: '..today-1', label: 'Before today' },
]
export const presetsOf = ({ isComing }: Filter) => (isComing ? SOON : LATELY)

const isInOrder = (options: object): options is readonly (string | Option)[] => Array.isArray(options)
const written = (options: NonNullable<Filter['options']>): readonly Option[] =>
  isInOrder(options)
    ? options.map((one) => (typeof one === 'string' ? { value: one, label: one } : one))
    : Object.entries(options).map(([value, label]) => ({ value, label }))

/** Returns the options, with values of the address that are not offered. */
export function optionsOf({ options: offered = [] }: Filter, of: FilterOf | undefined, text: string | undefined) {
  const options = written(offered)
  const choice = of && text !== undefined && readChoice(text)
  const values = !choice ? [] : choice === 'some' ? [] : choice.values
  const others = values.filter((value) => options.every((option) => option.value !== value))
  return [...options, ...others.map((value) => ({ value, label: value }))]
}

/** Returns the text of a chip. */
export function filterText(filter: Filter, of: FilterOf | undefined, text: string, today: Day): string {
  if (!of) return optionsOf(filter, of, text).find(({ value }) => value === text)?.label ?? text
  if (text === NONE) return noneOf(filter)
  if (text === SOME) return NOT_EMPTY
  if (of.kind === 'choice') return choiceText(filter, of, text)
  if (of.kind === 'day') return dayText(text, today)
  return rangeText(text, of.kind === 'amount' ? (naira) => showNaira(Number(naira)) : (n) => showCount(Number(n)))
}

const REFUSED = {
  choice: 'does not exist',
  amount: 'is not an amount',
  count: 'is not a number',
  day: 'is not a date',
} as const satisfies Record<FilterOf['kind'], string>

/** Returns why a filter rejects a text. In a choice among few, the unknown options are named. */
export function rejectedText({ label }: Filter, of: FilterOf | undefined, text: string): string {
  const choice = of?.values && readChoice(text)
  const unknown = choice && choice !== 'some' ? choice.values.filter((value) => !of.values!.includes(value)) : []
  const named = unknown.length ? unknown.map((value) => `“${value}”`).join(', ') : `“${text}”`
  const message = REFUSED[of?.kind ?? 'choice']
  return `${label} ${named} ${unknown.length > 1 ? 'do not exist' : message}`
}

/** Maximum number of options named in a chip. */
const NAMED = 2

function choiceText(filter: Filter, of: FilterOf, text: string): string {
  const choice = readChoice(text)
  if (choice === 'some') return NOT_EMPTY
  const labels = [
    ...optionsOf(filter, of, text)
      .filter(({ value }) => choice.values.includes(value))
      .map(({ label }) => label),
    ...(choice.orNone ? [noneOf(filter)] : []),
  ]
  const more = labels.length - NAMED
  return more > 0 ? `${labels.slice(0, NAMED).join(', ')} +${more}` : labels.join(', ')
}

function dayText(text: string, today: Day): string {
  const preset = [...LATELY, ...SOON].find((one) => one.text === text)
  if (preset) return preset.label
  const range = readRange(text)
  if (typeof range === 'string') return text
  const [from, to] = [range.from, range.to].map((end) => end && showDay(relativeDay(end, today) ?? end))
  if (from === to) return from ?? text
  return from && to ? `${from} – ${to}` : from ? `from ${from}` : `until ${to}`
}

function rangeText(text: string, show: (end: string) => string): string {
  const range = readRange(text)
  if (typeof range === 'string') return text
  const { from, to } = range
  if (from !== undefined && from === to) return show(from)
  if (from === undefined) return `${show(to!)} or less`
  return to === undefined ? `${show(from)} or more` : `${show(from)} – ${show(to)}`
}
