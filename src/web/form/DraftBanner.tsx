import { Alert, Button, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { showInstant } from '#web/ui/format.ts'

type Props = { at: string | undefined; isOutdated: boolean; onRestore: () => void; onDiscard: () => void }

/** Offers what was typed here before and not saved. */
export function DraftBanner({ at, isOutdated, onRestore, onDiscard }: Props) {
  if (!at) return null
  return (
    <Alert
      icon={<IconHistory size={18} />}
      title={`You have unsaved changes from ${showInstant(at)}`}
      color="violet"
      variant="light"
    >
      {isOutdated && 'Somebody saved this record since; you will see what differs before anything is overwritten.'}
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={onRestore}>
          Restore
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}
