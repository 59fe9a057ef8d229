import { InputBase, type InputBaseProps } from '@mantine/core'
import type { ComponentProps } from 'react'

type Props = InputBaseProps & Omit<ComponentProps<'textarea'>, keyof InputBaseProps>

/** Text box of a fixed size. Mantine's Textarea would add the code for one that grows. */
export const TextArea = (props: Props) => <InputBase component="textarea" multiline {...props} />
