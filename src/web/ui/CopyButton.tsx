import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { showToast } from '#web/shell/toasts.ts'
import { Tip } from './Tip.tsx'

type Props = {
  text: string
  /** Content to copy, as in "Copy the short link of Grace". */
  label: string
}

const VISIBLE_MS = 2000

/** Copies a text and confirms it. */
export function CopyButton({ text, label }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Browsers allow the clipboard only on HTTPS pages.
      return showToast('info', `Your browser blocked copying. Copy this text: ${text}`, undefined, 10_000)
    }
    setCopied(true)
    setTimeout(() => setCopied(false), VISIBLE_MS)
    showToast('success', 'Copied!')
  }
  return (
    <Tip label={label}>
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} onClick={() => void copy()}>
        {isCopied ? <IconCheck size={15} /> : <IconCopy size={15} />}
      </ActionIcon>
    </Tip>
  )
}
