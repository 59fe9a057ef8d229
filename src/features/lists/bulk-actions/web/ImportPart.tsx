import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ImportInto } from '#web/list/ImportButton.tsx'
import { IMPORT_LISTS } from '../lists.ts'

// Fetched when it is opened.
const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

/** Opens the import into a list. */
export function ImportPart({ file, query }: ImportInto) {
  const [isOpen, setOpen] = useState(false)
  const { action } = IMPORT_LISTS[`${file.feature}.${file.name}`]!
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={15} />} onClick={() => setOpen(true)}>
        Import
      </Button>
      <Suspense>{isOpen && <ImportDialog action={action} place={query} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
