import { useState, type ReactNode } from 'react'
import { useInAddress } from './views.ts'

export type Column<R> = {
  id: string
  title: string
  /** The title where it has less room: on a phone's card. */
  short?: string
  /** Stands in its heading in place of the title: a checkbox for the whole page. On a phone there are no headings. */
  head?: ReactNode
  /** What it means, beside its title: a figure's `Info`. */
  info?: ReactNode
  cell: (row: R) => ReactNode
  /** The name by which the server sorts it; without one the column does not sort. */
  sort?: string
  /** Numbers stand right. */
  numeric?: boolean
  /** The row's name: a link to the record, and the card's title on a phone. Exactly one column has it. */
  main?: boolean
  /** What it says needs no title, such as a button, an email or a plan: a card on a phone leaves the title out. */
  bare?: boolean
  /** On a phone it is never cut: for addresses and references, which are long. */
  wide?: boolean
  /** On a phone it stands beside the name, without its title: an amount or a state. One column at most has it. */
  side?: boolean
  /**
   * Whether a row's card on a phone has it: of some rows, or of none, unless the rows are sorted by it. Without it wherever it
   * says anything. A card has three lines.
   */
  card?: false | ((row: R) => boolean)
  /** Goes first or second where the table is too narrow for all of them, unless the rows are sorted by it. */
  yields?: 'first' | 'second' | undefined
  /** Put away until somebody chooses it. */
  optional?: boolean
  /** A share of the table's width, such as '40%', or px. */
  width?: string
  /** Which columns of the file it is there; false where it is in none, as its buttons are. Without it the one of its id. */
  file?: false | readonly string[]
}

/** Which columns a person has put away: as the list's view says, else remembered for each list on this device. The main one always stays. */
export function useColumnChoice<R>(list: string, columns: readonly Column<R>[]) {
  const key = `marquee:columns:${list}`
  const optional = columns.filter((column) => column.optional).map(({ id }) => id)
  const [stored, keep] = useState<string[]>(() => {
    try {
      const chosen = localStorage.getItem(key)
      if (chosen) return JSON.parse(chosen) as string[]
    } catch {
      // What cannot be read was never chosen.
    }
    return optional
  })
  const { value, isThere, set } = useInAddress('columns')
  const chosen = value?.split(',')
  const hidden = chosen ? columns.filter(({ id }) => !chosen.includes(id)).map(({ id }) => id) : stored
  const without = (removed: readonly string[]) =>
    columns.filter((column) => column.main || !removed.includes(column.id))
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]
    if (isThere)
      return set(
        without(next)
          .map((column) => column.id)
          .join(),
      )
    keep(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  const isDefault = columns.every(({ id }) => hidden.includes(id) === optional.includes(id))
  return { visible: without(hidden), hidden, toggle, isDefault }
}

/** The column that the rows are sorted by never goes for want of room. */
export const withSorted = <R>(columns: readonly Column<R>[], sort: string | undefined): Column<R>[] =>
  columns.map(({ card, ...column }) => {
    if (column.sort && sort?.replace(/^-/, '') === column.sort) return { ...column, yields: undefined }
    return card === undefined ? column : { ...column, card }
  })

/** As an export takes columns: those that are shown, and what else a file has. */
export const inFile = <R>(visible: readonly Column<R>[], also: readonly string[] = []): string =>
  [...new Set([...visible.flatMap(({ id, file }) => (file === false ? [] : (file ?? [id]))), ...also])].join(',')
