import type { Form } from '#web/form/useForm.ts'
import type { MovieDraft } from '../rules.ts'

/** The form as its sections see it. */
export type MovieFormType = Form<MovieDraft>
