import { Textarea, type TextareaProps } from '@mantine/core'

type Props = Omit<TextareaProps, 'label' | 'autosize' | 'minRows'> & {
  maxLength: number
  /** It need not be given. */
  isOptional?: boolean
}

/** Why somebody does what a dialog asks about. Who reads it stands below its name. */
export const ReasonField = ({ isOptional = false, ...input }: Props) => (
  <Textarea label={isOptional ? 'Reason (optional)' : 'Reason'} autosize minRows={2} {...input} />
)
