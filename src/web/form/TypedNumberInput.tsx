import { TextInput, type TextInputProps } from '@mantine/core'
import { asTyped, typedNumber } from '#contract/typed-number.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** As it is typed: `typedNumber` reads it. */
  value: string
  onChange: (typed: string) => void
}

/** A number. What is typed stays as it is while it is typed; when the field is left it is shown as it was read. */
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

/** An amount in naira. */
export const MoneyInput = (props: Props) => <TypedNumberInput leftSection="₦" {...props} />
