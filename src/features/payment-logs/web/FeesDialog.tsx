import { NumberInput } from '@mantine/core'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { SettingDialog } from '#web/form/SettingDialog.tsx'
import { useForm, type Form } from '#web/form/useForm.ts'
import { mismatches, type Fee, type Fees } from '../mismatch-contract.ts'
import { isAmount, isLimit, isPercent, messages } from '../mismatch-rules.ts'
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

type Typed = number | string
const PARTS = ['home', 'foreign'] as const
type Part = (typeof PARTS)[number]
type Values = Record<`${Part}.${keyof Fee}`, Typed>

const typedOf = (fee: Fee | null) => ({ percent: fee?.percent ?? '', fixed: fee?.fixed ?? '', most: fee?.most ?? '' })
const initialOf = (fees: Fees | null): Values => {
  const [home, foreign] = [typedOf(fees), typedOf(fees?.foreign ?? null)]
  return {
    'home.percent': home.percent,
    'home.fixed': home.fixed,
    'home.most': home.most,
    'foreign.percent': foreign.percent,
    'foreign.fixed': foreign.fixed,
    'foreign.most': foreign.most,
  }
}
/** Null where nothing is typed. */
function feeOf(values: Values, part: Part): Fee | null {
  const [percent, fixed, most] = [values[`${part}.percent`], values[`${part}.fixed`], values[`${part}.most`]]
  if (percent === '' && fixed === '' && most === '') return null
  return { percent: Number(percent), fixed: Number(fixed), most: most === '' ? null : Number(most) }
}
function wrongIn(values: Values): Partial<Record<keyof Values, string>> {
  const found: Partial<Record<keyof Values, string>> = {}
  for (const part of PARTS) {
    const fee = feeOf(values, part)
    if (!fee) continue
    if (!isPercent(fee.percent)) found[`${part}.percent`] = messages.percent
    if (!isAmount(fee.fixed)) found[`${part}.fixed`] = messages.amount
    if (fee.most !== null && !isAmount(fee.most)) found[`${part}.most`] = messages.amount
    else if (!isLimit(fee)) found[`${part}.most`] = messages.limit
  }
  if (!feeOf(values, 'home') && feeOf(values, 'foreign')) found['home.percent'] = messages.homeFee
  return found
}

function Fields({ fees, onClose }: { fees: Fees | null; onClose: () => void }) {
  const form = useForm<Values>({ initialValues: initialOf(fees), validate: wrongIn })
  const save = useSave(mismatches.setFees, { onDone: onClose })
  const submit = (values: Values) => {
    const home = feeOf(values, 'home')
    save.mutate({ body: { fees: home && { ...home, foreign: feeOf(values, 'foreign') } } })
  }
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
        What the provider keeps of each charge. Where it keeps another amount, that is a mismatch when the day is
        compared. If all are empty, fees are not compared.
      </p>
      <FeeFields form={form} part="home" />
      <fieldset className={styles.part}>
        <legend>Foreign cards</legend>
        <p className={styles.more}>
          Leave these empty if they cost the same. Where the provider does not say where a card is from, either fee is
          right.
        </p>
        <FeeFields form={form} part="foreign" />
      </fieldset>
    </FormDialog>
  )
}

const naira = { prefix: '₦', thousandSeparator: ',', decimalScale: 2, allowNegative: false, hideControls: true }

const FeeFields = ({ form, part }: { form: Form<Values>; part: Part }) => (
  <>
    <NumberInput
      label="Percent of the charge"
      suffix="%"
      decimalScale={2}
      allowNegative={false}
      hideControls
      {...form.getInputProps(`${part}.percent`)}
    />
    <NumberInput label="Fixed amount" {...naira} {...form.getInputProps(`${part}.fixed`)} />
    <NumberInput label="Maximum fee" placeholder="No limit" {...naira} {...form.getInputProps(`${part}.most`)} />
  </>
)
