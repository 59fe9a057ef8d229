import { Textarea, type TextareaProps } from '@mantine/core'

type Props = Omit<TextareaProps, 'label' | 'autosize' | 'minRows'> & {
  maxLength: number
  /** The reason is optional. */
  isOptional?: boolean
}

/** Reason for an action. The description says who reads it. */
export const ReasonField = ({ isOptional = false, ...input }: Props) => (
  <Textarea label={isOptional ? 'Reason (optional)' : 'Reason'} autosize minRows={2} {...input} />
)
