import type { Form } from '#web/form/useForm.ts'
import type { CustomerDraft } from './draft.ts'

export type CustomerFormType = Form<CustomerDraft>
