import type { UseFormReturnType } from '@mantine/form'
import type { CustomerDraft } from './draft.ts'

export type CustomerFormType = UseFormReturnType<CustomerDraft>
