import { readChoice, SOME, writeChoice, type FilterOf } from '#contract/filter.ts'
import { NOT_EMPTY, noneOf, optionsOf, type Filter } from './filter-text.ts'

/** Returns the choices of a chip's menu, with one or several values, and whether there are none. */
export function choicesOf(
  filter: Filter,
  of: FilterOf | undefined,
  text: string | undefined,
  onAsk: (text: string | undefined) => void,
) {
  const options = optionsOf(filter, of, text)
  if (!of) {
    const entries = options.map(({ value, label }) => ({
      label,
      isChosen: value === text,
      onChoose: () => onAsk(value),
    }))
    return { kind: 'one', entries } as const
  }
  const choice = text === undefined ? undefined : readChoice(text)
  const { values, orNone } = choice === 'some' || !choice ? { values: [], orNone: false } : choice
  const entries = options.map(({ value, label }) => ({
    label,
    isChosen: values.includes(value),
    // In the order of the options, so that the same choice has the same address.
    onChoose: () =>
      onAsk(
        writeChoice({
          values: options.map((option) => option.value).filter((one) => values.includes(one) !== (one === value)),
          orNone,
        }),
      ),
  }))
  if (!of.canBeEmpty) return { kind: 'some', entries } as const
  const empty = [
    { label: noneOf(filter), isChosen: orNone, onChoose: () => onAsk(writeChoice({ values, orNone: !orNone })) },
    { label: NOT_EMPTY, isChosen: choice === 'some', onChoose: () => onAsk(choice === 'some' ? undefined : SOME) },
  ]
  return { kind: 'some', entries: [...entries, ...empty] } as const
}
