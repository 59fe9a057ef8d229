import { TextInput, type TextInputProps } from '@mantine/core'

/** What something new is called: the first field of its form, which nothing fills in by itself. */
export const NameInput = (props: TextInputProps) => <TextInput autoComplete="off" data-autofocus {...props} />
