import { useId, useState, type ComponentProps } from 'react'
import styles from './plain.module.css'

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  label: string
  type?: 'email' | 'text' | 'password'
  description?: string
  error?: string | false | undefined
}

/** Field of the pages without Mantine (docs/adr/0003-light-sign-in.md). A password can be shown. */
export function Field({ label, type = 'text', description, error, className = '', ...input }: Props) {
  const id = useId()
  const [isVisible, setVisible] = useState(false)
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {description && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      <div className={styles.busy}>
        <input
          {...input}
          id={id}
          type={isVisible ? 'text' : type}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        {type === 'password' && (
          <button
            type="button"
            className={styles.toggle}
            // The name does not contain the field's, so that each is found by its own.
            aria-label="Show what you typed"
            aria-pressed={isVisible}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setVisible(!isVisible)}
          >
            <Eye isShut={isVisible} />
          </button>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

const Eye = ({ isShut }: { isShut: boolean }) => (
  <svg viewBox="0 0 24 24" width={22} height={22} fill="none" stroke="currentColor" strokeWidth={1.5} aria-hidden>
    <path d="M12 5.25c-7.5 0-10.5 6.75-10.5 6.75s3 6.75 10.5 6.75 10.5-6.75 10.5-6.75-3-6.75-10.5-6.75z" />
    <circle cx="12" cy="12" r="3.75" />
    {isShut && <path d="M4.5 3.75l15 16.5" strokeLinecap="round" />}
  </svg>
)
