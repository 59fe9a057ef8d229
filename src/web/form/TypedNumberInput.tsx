import { TextInput, type TextInputProps } from '@mantine/core'
import { asTyped, typedNumber } from '#contract/typed-number.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** Text as typed, read by `typedNumber`. */
  value: string
  onChange: (typed: string) => void
}

/** Number field. Text stays as typed until the field loses the focus, then the parsed number is shown. */
export const TypedNumberInput = ({ value, onChange, onBlur, ...props }: Props) => (
  <TextInput
    inputMode="decimal"
    autoComplete="off"
    {...props}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    onBlur={(event) => {
      const read = typedNumber(value)
      if (!Number.isNaN(read) && asTyped(read) !== value) onChange(asTyped(read))
      onBlur?.(event)
    }}
  />
)

/** Amount in naira. */
export const MoneyInput = (props: Props) => <TypedNumberInput leftSection="₦" {...props} />
