import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import styles from './List.module.css'

type Props = { label: string; value: string; onSearch: (term: string) => void; debounceMs?: number | undefined }

/** A search that is sent when typing pauses, or at once on Enter. It follows the address when that changes. */
export function SearchBox({ label, value, onSearch, debounceMs = 400 }: Props) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value !== sent.current) setTyped((sent.current = value))
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = (term: string) => {
    clearTimeout(timer.current)
    if (term.trim() !== sent.current) onSearch((sent.current = term.trim()))
  }
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={label}
      placeholder={label}
      size="xs"
      leftSection={<IconSearch size={15} />}
      rightSection={
        typed ? <CloseButton size="xs" aria-label="Clear the search" onClick={() => (setTyped(''), send(''))} /> : null
      }
      value={typed}
      onChange={({ currentTarget: { value: term } }) => {
        setTyped(term)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => send(term), debounceMs)
      }}
      onKeyDown={(event) => event.key === 'Enter' && send(typed)}
    />
  )
}
