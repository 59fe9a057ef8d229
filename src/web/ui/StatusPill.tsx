import type { ReactNode } from 'react'
import styles from './StatusPill.module.css'

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'neutral'
type Props = {
  tone: Tone
  /** A dot and the word, without the coloured background. */
  plain?: boolean
  children: ReactNode
}

/** State as a word. The dot has a different shape for each tone, so that colour is not the only sign. */
export const StatusPill = ({ tone, plain, children }: Props) => (
  <span className={styles.pill} data-tone={tone} data-plain={plain || undefined}>
    <svg className={styles.dot} viewBox="0 0 8 8" aria-hidden>
      {shapes[tone]}
    </svg>
    {children}
  </span>
)

const shapes = {
  good: <circle cx="4" cy="4" r="3.5" fill="currentColor" />,
  bad: <path d="M1.2 1.2l5.6 5.6M6.8 1.2 1.2 6.8" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />,
  warn: <path d="M4 .6 7.7 7.2H.3Z" fill="currentColor" />,
  info: (
    <path
      d="M4 2.2V4l1.3.8M7.4 4A3.4 3.4 0 1 1 .6 4a3.4 3.4 0 0 1 6.8 0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.1"
      strokeLinecap="round"
    />
  ),
  neutral: <circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" strokeWidth="1.4" />,
} satisfies Record<Tone, ReactNode>
