import type { Form } from '#web/form/useForm.ts'
import type { EventDraft } from './draft.ts'

export type EventFormType = Form<EventDraft>
