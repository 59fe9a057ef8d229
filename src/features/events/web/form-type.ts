import type { UseFormReturnType } from '@mantine/form'
import type { EventDraft } from './draft.ts'

export type EventFormType = UseFormReturnType<EventDraft>
