import { InputBase, type InputBaseProps } from '@mantine/core'
import type { ComponentProps } from 'react'

type Props = InputBaseProps & Omit<ComponentProps<'textarea'>, keyof InputBaseProps>

/** Lines of text in a box of one size. Mantine's own brings along the code for one that grows. */
export const TextArea = (props: Props) => <InputBase component="textarea" multiline {...props} />
