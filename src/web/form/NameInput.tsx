import { TextInput, type TextInputProps } from '@mantine/core'

/** Name of a new record: the first field of its form, without autofill. */
export const NameInput = (props: TextInputProps) => <TextInput autoComplete="off" data-autofocus {...props} />
