import { Alert, Button, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { showInstant } from '#web/ui/format.ts'

type Props = { at: string | undefined; isOutdated: boolean; onRestore: () => void; onDiscard: () => void }

/** Offers unsaved values from an earlier visit. */
export function DraftBanner({ at, isOutdated, onRestore, onDiscard }: Props) {
  if (!at) return null
  return (
    <Alert
      icon={<IconHistory size={18} />}
      title={`You have unsaved changes from ${showInstant(at)}`}
      color="violet"
      variant="light"
    >
      {isOutdated && 'Someone else saved this record after that. You can compare both versions before you save.'}
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
