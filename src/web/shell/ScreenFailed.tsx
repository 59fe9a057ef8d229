import type { ErrorComponentProps } from '@tanstack/react-router'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from '../ui/Page.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'

const isMissingFile = (error: Error) => /dynamically imported module|module script|preload/i.test(error.message)

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Page for a screen that could not be loaded or rendered. */
export function ScreenFailed({ error: thrown, reset }: ErrorComponentProps) {
  const error = asError(thrown)
  if (isMissingFile(error)) return <LoadFailed />
  return (
    <Page title="Something went wrong">
      <Card>
        <ErrorState error={error} onRetry={reset} />
      </Card>
    </Page>
  )
}
