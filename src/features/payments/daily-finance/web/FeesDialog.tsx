import { asTyped, typedNumber, typedProblem } from '#contract/typed-number.ts'
import { useSave } from '#web/api/queries.ts'
import { FormDialog } from '#web/form/FormDialog.tsx'
import { MoneyInput, TypedNumberInput } from '#web/form/TypedNumberInput.tsx'
import { guardWhen } from '#web/form/LeaveGuard.tsx'
import { SettingDialog } from '#web/form/SettingDialog.tsx'
import { useForm, type Form } from '#web/form/useForm.ts'
import { reconciliation, type Fee, type Fees } from '../reconciliation-contract.ts'
import { isAmount, isLimit, isPercent, messages } from '../reconciliation-rules.ts'
import styles from './DailyFinance.module.css'

const TITLE = 'Payment provider fees'

/** What the provider is expected to keep of each charge. */
export default function FeesDialog({ onClose }: { onClose: () => void }) {
  return (
    <SettingDialog row={reconciliation.fees} title={TITLE} onClose={onClose}>
      {({ fees }) => <Fields fees={fees} onClose={onClose} />}
    </SettingDialog>
  )
}

const PARTS = ['home', 'foreign'] as const
type Part = (typeof PARTS)[number]
type Values = Record<`${Part}.${keyof Fee}`, string>

const typedOf = (fee: Fee | null) => ({
  percent: asTyped(fee?.percent ?? null),
  fixed: asTyped(fee?.fixed ?? null),
  most: asTyped(fee?.most ?? null),
})
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
  return { percent: typedNumber(percent), fixed: typedNumber(fixed), most: most === '' ? null : typedNumber(most) }
}
const PERCENT = { empty: messages.percent, wrong: (value: number) => (isPercent(value) ? undefined : messages.percent) }
const AMOUNT = { empty: messages.amount, wrong: (naira: number) => (isAmount(naira) ? undefined : messages.amount) }
function wrongIn(values: Values): Partial<Record<keyof Values, string>> {
  const found: Partial<Record<keyof Values, string>> = {}
  for (const part of PARTS) {
    const fee = feeOf(values, part)
    if (!fee) continue
    const wrong = {
      percent: typedProblem(values[`${part}.percent`], PERCENT),
      fixed: typedProblem(values[`${part}.fixed`], AMOUNT),
      most: typedProblem(values[`${part}.most`], { ...AMOUNT, empty: '' }) || (isLimit(fee) ? '' : messages.limit),
    }
    for (const [name, message] of Object.entries(wrong))
      if (message) found[`${part}.${name as keyof typeof wrong}`] = message
  }
  if (!feeOf(values, 'home') && feeOf(values, 'foreign')) found['home.percent'] = messages.homeFee
  return found
}

function Fields({ fees, onClose }: { fees: Fees | null; onClose: () => void }) {
  const form = useForm<Values>({ initialValues: initialOf(fees), validate: wrongIn })
  const save = useSave(reconciliation.setFees, { onDone: onClose })
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
      permission={reconciliation.setFees.permission}
      isSaving={save.isPending}
      onSubmit={form.onSubmit(submit)}
    >
      <p className={styles.more}>
        The provider’s fee for each charge. A different fee is shown as a mismatch. Leave empty to skip the check.
      </p>
      <FeeFields form={form} part="home" />
      <fieldset className={styles.part}>
        <legend>Foreign cards</legend>
        <p className={styles.more}>
          Leave empty if foreign cards cost the same. If the provider does not report the country of a card, either fee
          is accepted.
        </p>
        <FeeFields form={form} part="foreign" />
      </fieldset>
    </FormDialog>
  )
}

const FeeFields = ({ form, part }: { form: Form<Values>; part: Part }) => (
  <>
    <TypedNumberInput label="Percentage of the charge" rightSection="%" {...form.getInputProps(`${part}.percent`)} />
    <MoneyInput label="Fixed amount" {...form.getInputProps(`${part}.fixed`)} />
    <MoneyInput label="Maximum fee" placeholder="No limit" {...form.getInputProps(`${part}.most`)} />
  </>
)
