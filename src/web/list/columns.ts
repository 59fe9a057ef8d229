import { useState, type ReactNode } from 'react'
import { useInAddress } from './views.ts'

export type Column<R> = {
  id: string
  title: string
  /** Shorter title, for a phone's card. */
  short?: string
  /** Content of the heading instead of the title, such as a checkbox for the page. A phone has no headings. */
  head?: ReactNode
  /** Meaning of the column, next to its title: an `Info`. */
  info?: ReactNode
  cell: (row: R) => ReactNode
  /** Sort name of the server; omitted: the column does not sort. */
  sort?: string
  /** Numbers are aligned right. */
  numeric?: boolean
  /** Name of the row: a link to the record, and the title of a phone's card. Exactly one column has it. */
  main?: boolean
  /** The value needs no title, such as a button, an email or a plan: a phone's card omits the title. */
  bare?: boolean
  /** A phone's card never cuts the value, for long addresses and references. */
  wide?: boolean
  /**
   * A phone's card shows the value next to the name, without its title, such as an amount or a state. At most one
   * column has it.
   */
  side?: boolean
  /**
   * Shown on a phone's card for some rows, or never, unless the rows are sorted by it. Omitted: whenever it has a
   * value. A card has three lines.
   */
  card?: false | ((row: R) => boolean)
  /** Hidden first or second where the table is too narrow, unless the rows are sorted by it. */
  yields?: 'first' | 'second' | undefined
  /** Hidden until chosen. */
  optional?: boolean
  /** Share of the table's width, such as '40%', or px. */
  width?: string
  /** Columns of the file for this one; false: none, as for buttons. Omitted: the column with its id. */
  file?: false | readonly string[]
}

/** Hidden columns: from the list's view, else stored for each list on this device. The main column always stays. */
export function useColumnChoice<R>(list: string, columns: readonly Column<R>[]) {
  const key = `marquee:columns:${list}`
  const optional = columns.filter((column) => column.optional).map(({ id }) => id)
  const [stored, keep] = useState<string[]>(() => {
    try {
      const chosen = localStorage.getItem(key)
      if (chosen) return JSON.parse(chosen) as string[]
    } catch {
      // Unreadable values count as no choice.
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

/** Keeps the column that the rows are sorted by, whatever the width. */
export const withSorted = <R>(columns: readonly Column<R>[], sort: string | undefined): Column<R>[] =>
  columns.map(({ card, ...column }) => {
    if (column.sort && sort?.replace(/^-/, '') === column.sort) return { ...column, yields: undefined }
    return card === undefined ? column : { ...column, card }
  })

/** Returns the columns of an export: the visible ones, and those that only the file has. */
export const inFile = <R>(visible: readonly Column<R>[], also: readonly string[] = []): string =>
  [...new Set([...visible.flatMap(({ id, file }) => (file === false ? [] : (file ?? [id]))), ...also])].join(',')
