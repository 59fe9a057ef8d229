import { Button } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import type { May } from '#contract/endpoint.ts'
import { Act } from '#web/ui/Act.tsx'
import styles from './FeedKeys.module.css'

export const Acts = ({ children }: { children: ReactNode }) => <div className={styles.acts}>{children}</div>

/** Why a text is no line; null of one that is. */
export function problemOf(text: string): string | null {
  try {
    const line: unknown = JSON.parse(text)
    return line && typeof line === 'object' && !Array.isArray(line) ? null : 'The line is an object: { … }'
  } catch {
    return 'This is not JSON. Check commas and quotation marks'
  }
}

type FormProps = {
  submit: string
  color?: string
  may: May
  isSaving: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  onCancel: () => void
  onChange?: () => void
  children: ReactNode
}

/** Fields with what decides by them, and the way back. */
export const Decision = ({ submit, onSubmit, onCancel, onChange, isSaving, children, ...act }: FormProps) => (
  <form noValidate className={styles.form} onSubmit={onSubmit} onChange={onChange}>
    {children}
    <Acts>
      <Act type="submit" loading={isSaving} {...act}>
        {submit}
      </Act>
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </Acts>
  </form>
)
