import { useState, type DragEvent } from 'react'

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  Boolean(dataTransfer?.types.includes('Files'))

/** Drop area for files: its props, and whether files are over it. A disabled area accepts none. */
export function useFileDrop(onFiles: (files: readonly File[]) => void, disabled: boolean) {
  const [isOver, setOver] = useState(false)
  const hover = (event: DragEvent) => {
    if (disabled || !hasFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const props = {
    onDragEnter: hover,
    onDragOver: hover,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (disabled || !hasFiles(event)) return
      event.preventDefault()
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver: isOver && !disabled, props }
}

/** Ignores files dropped elsewhere, because the browser would replace the page with the file. */
export function ignoreDrops(): void {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !hasFiles(event)) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = 'none'
  }
  for (const type of ['dragenter', 'dragover', 'drop'] as const) window.addEventListener(type, refuse)
}
