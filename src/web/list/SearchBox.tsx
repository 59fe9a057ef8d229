import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import styles from './List.module.css'

type Props = {
  label: string
  value: string
  onSearch: (term: string) => void
  /** Returns why a term is rejected. */
  refusal?: (term: string) => string | undefined
  debounceMs?: number | undefined
}

/**
 * Search box that sends its term after a pause or on Enter. A rejected term is not sent and shows the reason. The box
 * follows the address.
 */
export function SearchBox({ label, value, onSearch, refusal, debounceMs = 400 }: Props) {
  const [typed, setTyped] = useState(value)
  const [isRefused, setRefused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value !== sent.current) setTyped((sent.current = value))
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = (text: string) => {
    clearTimeout(timer.current)
    const term = text.trim()
    const refused = Boolean(refusal?.(term))
    setRefused(refused)
    if (!refused && term !== sent.current) onSearch((sent.current = term))
  }
  // The button disappears with the text, so the focus moves here.
  const clear = () => {
    input.current?.focus()
    setTyped('')
    send('')
  }
  return (
    <TextInput
      ref={input}
      className={styles.search}
      type="search"
      aria-label={label}
      placeholder={label}
      size="xs"
      leftSection={<IconSearch size={15} />}
      rightSection={typed ? <CloseButton size={24} aria-label="Clear the search" onClick={clear} /> : null}
      value={typed}
      error={isRefused && refusal?.(typed.trim())}
      onChange={({ currentTarget: { value: term } }) => {
        setTyped(term)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => send(term), debounceMs)
      }}
      onKeyDown={(event) => event.key === 'Enter' && send(typed)}
    />
  )
}
