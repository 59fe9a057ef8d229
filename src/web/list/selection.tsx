import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { nameOf, type Endpoint } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { useFeatures } from '../features.ts'
import { usePart } from '../lazy.ts'
import type { Column } from './columns.ts'
import styles from './List.module.css'

/** Selected rows of a list, for bulk actions. */
export type Selection = {
  /** The list's file, else the list, with its query and path parameters. */
  file: Endpoint
  query: Readonly<Record<string, unknown>>
  ids: readonly string[]
  /** All matches are selected, whatever `ids` has. */
  isAll: boolean
  /** Numbers of matching and of selected rows. */
  total: number
  count: number
  onAll: () => void
  onClear: () => void
}

type Listed<R> = {
  rows: readonly R[] | undefined
  total: number | undefined
  rowKey: (row: R) => string
  file: Endpoint | undefined
  query: object
}

type Chosen = { question: string; ids: readonly string[]; isAll: boolean }

/** Selects rows where the list has bulk actions for the person. The selection is kept across pages. */
export function useSelection<R>({ rows = [], total = 0, rowKey, file, query: filters }: Listed<R>) {
  const me = useMe()
  const lists = useFeatures().find(({ bulk }) => bulk)?.bulk?.lists
  const takes = file && lists?.[nameOf(file)]
  const { columns: _, sort: _sort, ...query } = filters as Record<string, unknown>
  const question = JSON.stringify(query)
  const [chosen, choose] = useState<Chosen>({ question, ids: [], isAll: false })
  // Another query clears the selection.
  const { ids, isAll }: Chosen = chosen.question === question ? chosen : { question, ids: [], isAll: false }
  const select = (next: readonly string[], all = false) => choose({ question, ids: next, isAll: all })
  const last = useRef<string>(undefined)
  if (!takes || takes.every((permission) => refusal(me, permission))) return

  const here = rows.map(rowKey)
  const isSelected = (id: string) => isAll || ids.includes(id)
  const toggle = (id: string, hasShift: boolean) => {
    const [from, to] = [here.indexOf(last.current ?? id), here.indexOf(id)].toSorted((one, other) => one - other)
    const those = hasShift && from! >= 0 ? here.slice(from, to! + 1) : [id]
    last.current = id
    const before = isAll ? here : ids
    const rest = before.filter((one) => !those.includes(one))
    select(isSelected(id) ? rest : [...rest, ...those])
  }
  const selectedHere = here.filter(isSelected).length
  const togglePage = () => {
    const rest = isAll ? [] : ids.filter((id) => !here.includes(id))
    select(selectedHere === here.length ? rest : [...rest, ...here])
  }
  const column: Column<R> = {
    id: 'selected',
    title: 'Select',
    file: false,
    bare: true,
    width: '42px',
    head: (
      <Box
        label="Select the rows of this page"
        isOn={here.length > 0 && selectedHere === here.length}
        isSome={selectedHere > 0}
        // Nothing can be selected while rows load.
        isDisabled={here.length === 0}
        onClick={togglePage}
      />
    ),
    cell: (row) => {
      const id = rowKey(row)
      return (
        <Box
          label={`Select row ${here.indexOf(id) + 1}`}
          isOn={isSelected(id)}
          onClick={({ shiftKey }) => toggle(id, shiftKey)}
        />
      )
    },
  }
  const count = isAll ? total : ids.length
  return { column, file, query, ids, isAll, total, count, onAll: () => select(ids, true), onClear: () => select([]) }
}

type BoxProps = {
  label: string
  isOn: boolean
  isSome?: boolean
  isDisabled?: boolean
  onClick: (event: MouseEvent) => void
}

function Box({ label, isOn, isSome = false, isDisabled, onClick }: BoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => void (box.current!.indeterminate = isSome && !isOn), [isSome, isOn])
  return (
    // The label fills the cell, as a large target for fingers.
    <label className={styles.select}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={isOn}
        disabled={isDisabled}
        onClick={onClick}
        onChange={() => {}}
      />
    </label>
  )
}

/** Actions for selected rows; `children` are those of the screen itself. */
export function SelectionBar({ children, ...selection }: Selection & { children?: ReactNode }) {
  const { Part: Bar } = usePart(useFeatures().find(({ bulk }) => bulk)?.bulk?.bar)
  return (
    <div className={styles.selection} data-selection>
      {Bar && <Bar {...selection}>{children}</Bar>}
    </div>
  )
}

/** Toolbar of a list without other controls, shown before a row is selected. */
export const SelectionToolbar = (selection: Selection) =>
  selection.count > 0 ? (
    <SelectionBar {...selection} />
  ) : (
    <p className={styles.selectHint}>Select rows for bulk actions</p>
  )
