import { useState, type DragEvent } from 'react'

const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  Boolean(dataTransfer?.types.includes('Files'))

/**
 * A place on which files are dropped, with whatever lies in it: its props, and whether files are held over it. One that
 * is disabled takes none.
 */
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

/** A file that is dropped where none is taken is let go: the browser would open it in place of what is being typed. */
export function ignoreDrops(): void {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !hasFiles(event)) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = 'none'
  }
  for (const type of ['dragenter', 'dragover', 'drop'] as const) window.addEventListener(type, refuse)
}
