import { Modal, useMantineColorScheme } from '@mantine/core'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { search } from '../contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { useFeatures } from '#web/features.ts'
import type { Scheme } from '#web/scheme.ts'
import { parseSearch } from '#web/search-params.ts'
import { pageActions } from '#web/shell/page-actions.ts'
import { takeTyped } from '#web/shell/typed-ahead.ts'
import { useSignOut } from '#web/shell/useSignOut.ts'
import { useDelayed } from '#web/ui/useDelayed.ts'
import { actionItems, matching, recordItems, screenItems, verbItems, verbOf, type Item } from './palette-items.ts'
import styles from './Palette.module.css'

const SEARCH_MS = 200
/** It can be called from anywhere, and what stands open then lies beneath it. */
const ABOVE_POPOVERS = 400

/** Goes to any screen by its words and to any record by its name, by keyboard alone. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      centered={false}
      yOffset="12vh"
      size={600}
      padding={0}
      zIndex={ABOVE_POPOVERS}
    >
      <Modal.Overlay className={styles.overlay} />
      <Modal.Content aria-label="Search or jump to">
        <Modal.Body className={styles.body}>
          <Search onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const features = useFeatures()
  const navigate = useNavigate()
  const listId = useId()
  const [term, setTerm] = useState('')
  const [at, setAt] = useState(0)
  const takeOver = () => {
    const typed = takeTyped()
    setTerm((term) => term + typed)
  }
  const command = verbOf(features, me, term.trim())
  const searchText = command?.rest ?? term.trim()
  const sent = useDebounced(searchText, SEARCH_MS)
  const found = useRead(search.find, { query: { query: sent } }, { enabled: sent.length > 0, staleTime: 10_000 })
  const screens = useMemo(() => screenItems(features, me), [features, me])
  const actions = useActions()
  const rows = sent && searchText ? (found.data ?? []) : []
  const records = command ? verbItems(command, rows) : recordItems(features, rows, sent)
  const items = inGroups([...matching([...screens, ...actions], term), ...records])
  const chosen = Math.min(at, Math.max(0, items.length - 1))
  const isSearching = searchText !== sent || found.isFetching
  const isSlow = useDelayed(isSearching && term.trim() !== '')

  const open = (item: Item | undefined) => {
    if (!item) return
    onClose()
    if (item.run) return void item.run()
    // What is found may be an address with a question.
    const [to, question = ''] = item.to!.split('?')
    void navigate({ to: to!, search: parseSearch(question) as never })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((chosen + step + items.length) % Math.max(1, items.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(items[chosen])
    }
  }

  return (
    <>
      <div className={styles.field}>
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <input
          className={styles.input}
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={items[chosen] && `${listId}-${chosen}`}
          aria-autocomplete="list"
          aria-label="Search or jump to"
          placeholder="Search or jump to"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={term}
          onChange={(event) => {
            setTerm(event.currentTarget.value)
            setAt(0)
          }}
          onFocus={takeOver}
          onKeyDown={onKeyDown}
        />
        {isSlow && <span className={styles.busy} role="status" aria-label="Searching" />}
        <kbd className={styles.key}>Esc</kbd>
      </div>
      <ul className={styles.list} id={listId} role="listbox" aria-label="Results">
        {items.map((item, index) => (
          <Row
            key={item.id}
            id={`${listId}-${index}`}
            item={item}
            heading={items[index - 1]?.group !== item.group ? item.group : undefined}
            isChosen={index === chosen}
            onPoint={() => setAt(index)}
            onOpen={() => open(item)}
          />
        ))}
      </ul>
      {found.error && sent && (
        <p className={styles.message} role="alert">
          {found.error.message}
        </p>
      )}
      {items.length === 0 && !isSearching && !found.error && (
        <p className={styles.message} role="status">
          No results for “{term.trim()}”. Try a part of the name, or a number.
        </p>
      )}
    </>
  )
}

/** The theme, signing out, and what the screen beneath can do. */
function useActions(): Item[] {
  const { setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  const [ofPage] = useState(pageActions)
  const theme = (label: string, scheme: Scheme) => ({
    label,
    keywords: `${label} appearance mode`,
    run: () => setColorScheme(scheme),
  })
  return actionItems([
    ...ofPage,
    theme('Light theme', 'light'),
    theme('Dark theme', 'dark'),
    theme('System theme', 'auto'),
    { label: 'Sign out', keywords: 'sign out log out', run: signOut },
  ])
}

/** Each group together, in the order in which the first of each came. */
function inGroups(items: readonly Item[]): Item[] {
  const groups = [...new Set(items.map(({ group }) => group))]
  return groups.flatMap((group) => items.filter((item) => item.group === group))
}

type RowProps = {
  id: string
  item: Item
  heading: string | undefined
  isChosen: boolean
  onPoint: () => void
  onOpen: () => void
}

function Row({ id, item, heading, isChosen, onPoint, onOpen }: RowProps) {
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const Icon = item.icon ?? IconArrowRight
  return (
    <>
      {heading && (
        <li className={styles.heading} role="presentation">
          {heading}
        </li>
      )}
      {/* The keyboard works from the field, by aria-activedescendant. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <li
        ref={element}
        id={id}
        className={styles.row}
        role="option"
        aria-selected={isChosen}
        onMouseMove={onPoint}
        onClick={onOpen}
      >
        <Icon size={17} stroke={1.6} aria-hidden />
        <span className={styles.label}>{item.label}</span>
        {item.more && <span className={styles.more}>{item.more}</span>}
      </li>
    </>
  )
}

/** The value once it has stood still. */
function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
