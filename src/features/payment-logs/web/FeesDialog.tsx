import { NumberInput } from '@mantine/core'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { SettingDialog } from '#web/form/SettingDialog.tsx'
import { useForm } from '#web/form/useForm.ts'
import { mismatches, type Fees } from '../mismatch-contract.ts'
import { isAmount, isPercent, messages } from '../mismatch-rules.ts'
import styles from './PaymentLogs.module.css'

const TITLE = 'Fees of the payment provider'

/** What the provider is expected to keep of each charge. */
export default function FeesDialog({ onClose }: { onClose: () => void }) {
  return (
    <SettingDialog row={mismatches.fees} title={TITLE} onClose={onClose}>
      {({ fees }) => <Fields fees={fees} onClose={onClose} />}
    </SettingDialog>
  )
}

type Values = Record<keyof Fees, number | string>
const isLeftEmpty = ({ percent, fixed, most }: Values) => percent === '' && fixed === '' && most === ''
const numberOf = (value: number | string) => (value === '' ? 0 : Number(value))

function Fields({ fees, onClose }: { fees: Fees | null; onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: { percent: fees?.percent ?? '', fixed: fees?.fixed ?? '', most: fees?.most ?? '' },
    validate: (values) => ({
      percent: isPercent(numberOf(values.percent)) ? null : messages.percent,
      fixed: isAmount(numberOf(values.fixed)) ? null : messages.amount,
      most: !isAmount(numberOf(values.most))
        ? messages.amount
        : values.most !== '' && numberOf(values.most) < numberOf(values.fixed)
          ? messages.limit
          : null,
    }),
  })
  const save = useSave(mismatches.setFees, { onDone: onClose })
  const submit = (values: Values) =>
    save.mutate({
      body: {
        fees: isLeftEmpty(values)
          ? null
          : {
              percent: numberOf(values.percent),
              fixed: numberOf(values.fixed),
              most: values.most === '' ? null : numberOf(values.most),
            },
      },
    })
  const naira = { prefix: '₦', thousandSeparator: ',', decimalScale: 2, allowNegative: false, hideControls: true }
  return (
    <FormDialog
      onClose={onClose}
      guard={guardWhen(() => form.isDirty())}
      title={TITLE}
      submit="Save"
      may={mismatches.setFees.may}
      isSaving={save.isPending}
      onSubmit={form.onSubmit(submit)}
    >
      <p className={styles.more}>
        What the provider keeps of each charge. A fee that is another is a mismatch when its day is compared. Leave all
        empty, and fees are not compared.
      </p>
      <NumberInput
        label="Percent of the charge"
        suffix="%"
        decimalScale={2}
        allowNegative={false}
        hideControls
        {...form.getInputProps('percent')}
      />
      <NumberInput label="Fixed amount" {...naira} {...form.getInputProps('fixed')} />
      <NumberInput label="Together at most" placeholder="No limit" {...naira} {...form.getInputProps('most')} />
    </FormDialog>
  )
}
