import type { UseFormReturnType } from '@mantine/form'
import type { MovieDraft } from '../rules.ts'

/** The form as its sections see it. */
export type MovieFormType = UseFormReturnType<MovieDraft>
