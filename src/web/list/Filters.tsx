import { Menu } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import styles from './List.module.css'

export type Filter = {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

type Props = {
  filters: readonly Filter[]
  values: Record<string, unknown>
  onChange: (patch: Record<string, string | undefined>) => void
}

/** Filters in force are chips, whose value can be changed and which can be taken away; the others wait behind one button. */
export function Filters({ filters, values, onChange }: Props) {
  const active = filters.filter((filter) => values[filter.name] !== undefined)
  const rest = filters.filter((filter) => values[filter.name] === undefined)
  const add = useRef<HTMLButtonElement>(null)
  const isRemoved = useRef(false)
  useEffect(() => {
    // A chip that was taken away is gone with its button: the focus goes to where it can be put back.
    if (isRemoved.current) add.current?.focus()
    isRemoved.current = false
  }, [active.length])
  return (
    <>
      {active.map((filter) => (
        <span key={filter.name} className={styles.chip}>
          <Menu position="bottom-start" shadow="md">
            <Menu.Target>
              <button type="button" className={styles.chipValue}>
                {filter.label} <b>{filter.options.find((option) => option.value === values[filter.name])?.label}</b>
              </button>
            </Menu.Target>
            <Menu.Dropdown className={styles.choices!}>
              <Menu.RadioGroup
                value={String(values[filter.name])}
                onChange={(value) => onChange({ [filter.name]: value })}
              >
                {filter.options.map((option) => (
                  <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
                    {option.label}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            </Menu.Dropdown>
          </Menu>
          <button
            type="button"
            className={styles.chipRemove}
            aria-label={`Remove the filter ${filter.label}`}
            onClick={() => {
              isRemoved.current = true
              onChange({ [filter.name]: undefined })
            }}
          >
            <IconX size={13} />
          </button>
        </span>
      ))}
      {rest.length > 0 && (
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <button ref={add} type="button" className={styles.addFilter}>
              <IconPlus size={13} /> Filter
            </button>
          </Menu.Target>
          <Menu.Dropdown className={styles.choices!}>
            {rest.map((filter) => (
              <div key={filter.name} role="none">
                <Menu.Label>{filter.label}</Menu.Label>
                {filter.options.map((option) => (
                  <Menu.Item key={option.value} onClick={() => onChange({ [filter.name]: option.value })}>
                    {option.label}
                  </Menu.Item>
                ))}
              </div>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
